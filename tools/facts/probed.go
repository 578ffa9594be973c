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
func (f *kindFile) mergeProbed(kind *measuredKind, problems *[]string) {
	if !slices.Contains(kind.Versions, f.Version) {
		return
	}
	add := func(name string, list *[]measuredPath, probed []measuredPath) {
		for _, entry := range kept(probed, f.Version) {
			at := slices.IndexFunc(*list, func(other measuredPath) bool { return other.Path == entry.Path })
			if at >= 0 && ((*list)[at].Refilled || (*list)[at].Empty) {
				continue // measured knows more of it
			}
			if at >= 0 {
				*problems = append(*problems, fmt.Sprintf("measured/%s/%s.json: %s %s is found by probing", groupFolder(f.Group), f.Kind, name, entry.Path))
			}
			*list = append(*list, entry)
		}
	}
	add("immutable", &f.Immutable, kind.Immutable)
	add("mutable", &f.Mutable, kind.Mutable)
	add("keepFromLive", &f.KeepFromLive, kind.KeepFromLive)
	add("ignoredOnUpdate", &f.IgnoredOnUpdate, kind.Ignored)
}
