package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// measuredPath is a conditional path of src/core/facts.ts, with the versions it holds for.
type measuredPath struct {
	Path     string          `json:"path"`
	When     json.RawMessage `json:"when,omitempty"`
	Stated   bool            `json:"stated,omitempty"`
	Refilled bool            `json:"refilled,omitempty"`
	Empty    bool            `json:"empty,omitempty"`
	Source   string          `json:"source,omitempty"`
	Only     string          `json:"only,omitempty"`
	Versions []string        `json:"versions,omitempty"`
}

// measuredField is what is known of one field of a kind.
type measuredField struct {
	Default  json.RawMessage              `json:"default,omitempty"`
	When     map[string][]json.RawMessage `json:"when,omitempty"`
	Computed string                       `json:"computed,omitempty"`
	Pointer  bool                         `json:"pointer,omitempty"`
	Source   string                       `json:"source,omitempty"`
	Versions []string                     `json:"versions,omitempty"`
}

// measuredKind is one file measured/<group>/<Kind>.json, what no program can derive, or probed/<group>/<Kind>.json,
// what a server was seen to do; the entries of the latter hold for the versions that were asked of.
type measuredKind struct {
	Comment      string                   `json:"$comment,omitempty"`
	Versions     []string                 `json:"versions"`
	Fields       map[string]measuredField `json:"fields"`
	Immutable    []measuredPath           `json:"immutable"`
	Mutable      []measuredPath           `json:"mutable"`
	KeepFromLive []measuredPath           `json:"keepFromLive"`
	Ignored      []measuredPath           `json:"ignoredOnUpdate"`
	WriteOnly    json.RawMessage          `json:"writeOnly"`
	Sensitive    []string                 `json:"sensitive"`
	Finalizers   []string                 `json:"serverFinalizers"`
	used         bool
}

// measuredTypes is measured/computed.json.
type measuredTypes struct {
	Comment  string                   `json:"$comment,omitempty"`
	Types    map[string]measuredField `json:"types"`
	Accepted map[string]string        `json:"accepted"`
}

type measured struct {
	measuredTypes
	kinds  map[string]*measuredKind
	probed map[string]*measuredKind
	unions map[string][]unionFact
	unique map[string][]uniqueFact
}

func readMeasured(measuredDir, probedDir string) *measured {
	m := &measured{kinds: readKinds(measuredDir), probed: readKinds(probedDir)}
	readJSON(filepath.Join(measuredDir, "computed.json"), &m.measuredTypes)
	unions := probedUnions{}
	readJSON(filepath.Join(probedDir, "unions.json"), &unions)
	m.unions = unions.Types
	unique := probedUnique{}
	readJSON(filepath.Join(probedDir, "unique.json"), &unique)
	m.unique = unique.Lists
	return m
}

// readKinds reads <group>/<Kind>.json.
func readKinds(dir string) map[string]*measuredKind {
	kinds := map[string]*measuredKind{}
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	for _, file := range files {
		kind := &measuredKind{}
		readJSON(file, kind)
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		kinds[filepath.Base(filepath.Dir(file))+"/"+name] = kind
	}
	return kinds
}

func readJSON(file string, into any) {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		log.Fatalf("%s: %v", file, err)
	}
}

// settle puts into the types what holds wherever they occur, and returns what nobody has explained.
func (d *defaults) settle(types *typeSet, m *measured) []string {
	var problems []string
	for key, field := range m.Types {
		name, member := split(key)
		if types.fields[name] == nil || types.fields[name][member] == nil {
			problems = append(problems, "measured/computed.json: no such field "+key)
			continue
		}
		fact := types.fields[name][member]
		fact.Computed, fact.Default, fact.When = field.Computed, field.Default, field.When
		fact.Pointer = fact.Pointer || field.Pointer
	}
	problems = append(problems, types.addUnions(m.unions)...)
	problems = append(problems, types.addUnique(m.unique)...)
	for key, list := range d.found {
		name, member := split(key)
		if types.fields[name] == nil || types.fields[name][member] == nil {
			continue
		}
		if _, known := m.Types[key]; known {
			delete(d.found, key)
			continue
		}
		if list[0].exact {
			types.fields[name][member].Of.Milli = false
		}
		for _, o := range list {
			types.fields[name][member].Pointer = types.fields[name][member].Pointer || o.emptyKept
		}
		if accepted := d.checkOuter(key, list, m); accepted != "" {
			problems = append(problems, accepted)
		}
		if same(list) && list[0].varies == "" {
			types.fields[name][member].Default = list[0].value
			types.fields[name][member].When = list[0].when
			delete(d.found, key)
		}
	}
	return problems
}

func (d *defaults) checkOuter(key string, list []occurrence, m *measured) string {
	outer := map[string]bool{}
	for _, o := range list {
		for _, name := range o.outer {
			if _, known := m.field(o); !known {
				outer[name] = true
			}
		}
	}
	if _, known := m.Accepted[key]; known || len(outer) == 0 {
		return ""
	}
	return key + " varies with fields further out: " + strings.Join(sorted(outer), ", ")
}

func (m *measured) field(o occurrence) (measuredField, bool) {
	kind := m.kinds[groupFolder(o.root.Group)+"/"+o.root.Kind]
	if kind == nil {
		return measuredField{}, false
	}
	field, known := kind.Fields[o.path]
	return field, known && holdsFor(field.Versions, o.root.Version)
}

func same(list []occurrence) bool {
	for _, o := range list {
		if o.key() != list[0].key() || o.varies != list[0].varies {
			return false
		}
	}
	return true
}

func holdsFor(versions []string, version string) bool {
	if len(versions) == 0 {
		return true
	}
	i := sort.SearchStrings(versions, version)
	return i < len(versions) && versions[i] == version
}

func split(key string) (string, string) {
	// core/v1.PodSpec.dnsPolicy: the type's name has one dot, the field's none (but $ref, x-kubernetes-...).
	slash := strings.LastIndex(key, "/")
	rest := key[slash+1:]
	parts := strings.SplitN(rest, ".", 3)
	return key[:slash+1] + parts[0] + "." + parts[1], parts[2]
}
