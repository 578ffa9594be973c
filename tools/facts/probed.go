package main

import (
	"fmt"
	"slices"
)

// probedUnions is probed/unions.json.
type probedUnions struct {
	Comment string                 `json:"$comment,omitempty"`
	Types   map[string][]unionFact `json:"types"`
}

// unionFact is UnionFacts of src/core/facts.ts.
type unionFact struct {
	Discriminator string              `json:"discriminator,omitempty"`
	Members       map[string][]string `json:"members"`
}

// probedUnique is probed/unique.json.
type probedUnique struct {
	Comment string                  `json:"$comment,omitempty"`
	Lists   map[string][]uniqueFact `json:"lists"`
}

// uniqueFact is UniqueFacts of src/core/facts.ts, with its source.
type uniqueFact struct {
	Fields []string `json:"fields"`
	Alone  bool     `json:"alone,omitempty"`
	Source string   `json:"source,omitempty"`
}

// addUnique puts what items may not share into their lists, and returns the lists that do not exist.
func (s *typeSet) addUnique(lists map[string][]uniqueFact) (problems []string) {
	for key, uniques := range lists {
		name, member := split(key)
		if s.fields[name] == nil || s.fields[name][member] == nil {
			problems = append(problems, "probed/unique.json: no such field "+key)
			continue
		}
		for _, unique := range uniques {
			unique.Source = ""
			s.fields[name][member].Unique = append(s.fields[name][member].Unique, unique)
		}
	}
	return problems
}

// addUnions puts the unions into their types, and returns those of which a field does not exist.
func (s *typeSet) addUnions(unions map[string][]unionFact) (problems []string) {
	s.unions = unions
	for name, list := range unions {
		for _, union := range list {
			fields := []string{union.Discriminator}
			for _, members := range union.Members {
				fields = append(fields, members...)
			}
			for _, field := range fields {
				if field != "" && s.fields[name][field] == nil {
					problems = append(problems, fmt.Sprintf("probed/unions.json: no such field %s.%s", name, field))
				}
			}
		}
	}
	return problems
}

// mergeProbed adds what a server was seen to do in this version.
func (f *kindFile) mergeProbed(kind *measuredKind) {
	if !slices.Contains(kind.Versions, f.Version) {
		return
	}
	add := func(list *[]measuredPath, probed []measuredPath) {
		for _, entry := range kept(probed, f.Version) {
			if slices.ContainsFunc(*list, func(other measuredPath) bool { return other.Path == entry.Path }) {
				continue // measured knows its condition better
			}
			*list = append(*list, entry)
		}
	}
	add(&f.Immutable, kind.Immutable)
	add(&f.Mutable, kind.Mutable)
	add(&f.KeepFromLive, kind.KeepFromLive)
	add(&f.IgnoredOnUpdate, kind.Ignored)
}
