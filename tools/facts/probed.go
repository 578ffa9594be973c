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
