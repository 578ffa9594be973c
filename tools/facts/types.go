package main

import (
	"encoding/json"
	"log"
	"path"
	"reflect"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// valueFacts and fieldFacts are the shapes of src/core/facts.ts.
type valueFacts struct {
	Type   string       `json:"type"`
	Ref    string       `json:"ref,omitempty"`
	Milli  bool         `json:"milli,omitempty"`
	Of     *valueFacts  `json:"of,omitempty"`
	Atomic bool         `json:"atomic,omitempty"`
	List   string       `json:"list,omitempty"`
	Keys   []string     `json:"keys,omitempty"`
	Unique []uniqueFact `json:"unique,omitempty"`
}

type fieldFacts struct {
	*valueFacts
	Pointer  bool                         `json:"pointer,omitempty"`
	Default  json.RawMessage              `json:"default,omitempty"`
	When     map[string][]json.RawMessage `json:"when,omitempty"`
	Computed string                       `json:"computed,omitempty"`
	Gate     string                       `json:"gate,omitempty"`
}

// member is one JSON field of a struct, with embedded structs flattened.
type member struct {
	name  string
	index []int
	t     reflect.Type
	// omits is true where an empty value is left out of the JSON.
	omits bool
}

// special types have JSON of their own.
var special = map[string]string{
	"k8s.io/apimachinery/pkg/api/resource.Quantity":   "quantity",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString": "intOrString",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":       "time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":  "microTime",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":   "string",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":   "any",
	rawExtension: "any",
}

// rawExtension is one value under apply; other free-form objects are merged by their members.
const rawExtension = "k8s.io/apimachinery/pkg/runtime.RawExtension"

// resourceList is rounded up to thousandths wherever it occurs: SetDefaults_ResourceList.
var resourceList = reflect.TypeOf(corev1.ResourceList{})

var marshaler = reflect.TypeOf((*json.Marshaler)(nil)).Elem()

// typeID is the Go name of a type with its package's path.
func typeID(t reflect.Type) string { return t.PkgPath() + "." + t.Name() }

// typeName is the name of a type in the facts: core/v1.PodSpec.
func typeName(t reflect.Type) string {
	dir := t.PkgPath()
	return path.Base(path.Dir(dir)) + "/" + path.Base(dir) + "." + t.Name()
}

// specialType names the fact type of a leaf with its own JSON, or "".
func specialType(t reflect.Type) string {
	if named := special[typeID(t)]; named != "" {
		return named
	}
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		return "bytes"
	}
	if t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler) {
		if strings.HasPrefix(typeName(t), "apiextensions/") {
			return "any"
		}
		log.Fatalf("%s has its own JSON and no entry in special", typeID(t))
	}
	return ""
}

func members(t reflect.Type) []member {
	var found []member
	for i := 0; i < t.NumField(); i++ {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || (!field.IsExported() && !field.Anonymous) {
			continue
		}
		if strings.Contains(options, "inline") || (field.Anonymous && name == "") {
			for _, inner := range members(field.Type) {
				found = append(found, member{inner.name, append([]int{i}, inner.index...), inner.t, inner.omits})
			}
			continue
		}
		if name == "" {
			name = field.Name
		}
		omits := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		found = append(found, member{name, []int{i}, field.Type, omits})
	}
	return found
}

// emptyText is the JSON of a field while it is empty, or nothing where it is then left out, or is a struct.
func (m member) emptyText() string {
	if m.omits {
		return ""
	}
	switch m.t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return "null"
	case reflect.String:
		return `""`
	case reflect.Bool:
		return "false"
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return "0"
	}
	return ""
}

// typeSet collects every struct type that the roots reach.
type typeSet struct {
	fields map[string]map[string]*fieldFacts
	// printed is, by type and field, what is printed although it is empty.
	printed map[string]map[string]json.RawMessage
	goTypes map[string]reflect.Type
	unions  map[string][]unionFact
	schemas schemas
	sources *sources
}

func newTypeSet(roots []root, sources *sources) *typeSet {
	set := &typeSet{
		fields: map[string]map[string]*fieldFacts{}, goTypes: map[string]reflect.Type{},
		printed: map[string]map[string]json.RawMessage{},
		schemas: readSchemas(), sources: sources,
	}
	for _, r := range roots {
		set.add(r.goType)
	}
	return set
}

func (s *typeSet) add(t reflect.Type) {
	name := typeName(t)
	if _, done := s.fields[name]; done {
		return
	}
	s.goTypes[name] = t
	fields := map[string]*fieldFacts{}
	s.fields[name] = fields
	for _, m := range members(t) {
		fact := &fieldFacts{Pointer: m.t.Kind() == reflect.Pointer, Gate: s.sources.closedGate(t, m.index)}
		fact.valueFacts = s.value(m.t)
		s.schemas.mark(t, m.name, fact.valueFacts)
		fields[m.name] = fact
		if text := m.emptyText(); text != "" {
			if s.printed[name] == nil {
				s.printed[name] = map[string]json.RawMessage{}
			}
			s.printed[name][m.name] = json.RawMessage(text)
		}
	}
}

func (s *typeSet) value(t reflect.Type) *valueFacts {
	if t.Kind() == reflect.Pointer {
		return s.value(t.Elem())
	}
	if t == resourceList {
		return &valueFacts{Type: "map", Of: &valueFacts{Type: "quantity", Milli: true}}
	}
	if leaf := specialType(t); leaf != "" {
		return &valueFacts{Type: leaf, Ref: s.inside(t), Atomic: typeID(t) == rawExtension}
	}
	switch t.Kind() {
	case reflect.String:
		return &valueFacts{Type: "string"}
	case reflect.Bool:
		return &valueFacts{Type: "boolean"}
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Uint64:
		return &valueFacts{Type: "integer"}
	case reflect.Float32, reflect.Float64:
		return &valueFacts{Type: "number"}
	case reflect.Slice:
		return &valueFacts{Type: "list", Of: s.value(t.Elem())}
	case reflect.Map:
		return &valueFacts{Type: "map", Of: s.value(t.Elem())}
	case reflect.Struct:
		s.add(t)
		return &valueFacts{Type: "struct", Ref: typeName(t), Atomic: s.schemas.atomic(t)}
	}
	log.Fatalf("no fact type for %s", t)
	return nil
}

// inside names the struct that a type with its own JSON may be, besides a bool or a list: JSONSchemaPropsOrBool.
func (s *typeSet) inside(t reflect.Type) string {
	if t.Kind() != reflect.Struct {
		return ""
	}
	field, has := t.FieldByName("Schema")
	if !has {
		return ""
	}
	return s.value(field.Type).Ref
}
