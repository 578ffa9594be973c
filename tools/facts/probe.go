package main

import (
	"encoding/json"
	"reflect"
	"sort"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
)

// outcome is the default of one field where its type occurs in one kind.
type outcome struct {
	value json.RawMessage
	when  map[string][]json.RawMessage
	// varies says why the default is no constant, "" where it is one.
	varies string
	// outer are fields further out that change it.
	outer []string
	// exact: a ResourceList here is not rounded up.
	exact bool
	// emptyKept: [] or {} is not filled in, so it is a value other than absent.
	emptyKept bool
}

func (o outcome) key() string {
	text, _ := json.Marshal([]any{o.value, o.when, o.exact, o.emptyKept})
	return string(text)
}

type occurrence struct {
	root root
	path string
	outcome
}

type defaults struct {
	sources *sources
	// found lists, by "type.field", what each occurrence of the type has.
	found map[string][]occurrence
}

func newDefaults(sources *sources) *defaults {
	return &defaults{sources, map[string][]occurrence{}}
}

// trial sets one field, of the probed struct or of one further out, to one value.
type trial struct {
	depth int // how many ops lead to the struct that has the field
	member
	value reflect.Value
	json  json.RawMessage
}

func (d *defaults) probeKind(r root) {
	d.visit(r, r.goType, nil, map[reflect.Type]bool{}, nil)
}

// visit probes a struct type where it occurs, then everything inside it.
func (d *defaults) visit(r root, t reflect.Type, ops []op, above map[reflect.Type]bool, outer []trial) {
	if above[t] {
		return
	}
	above[t] = true
	defer delete(above, t)
	own := d.trials(t, len(ops))
	d.probe(r, t, ops, own, outer)
	for _, m := range members(t) {
		path := append(append([]op{}, ops...), op{index: m.index, text: "." + m.name})
		inner := m.t
		for inner.Kind() == reflect.Pointer || (inner.Kind() == reflect.Slice || inner.Kind() == reflect.Map) && specialType(inner) == "" {
			if inner.Kind() != reflect.Pointer {
				path = append(path, op{text: "[*]"})
			}
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && specialType(inner) == "" {
			d.visit(r, inner, path, above, append(outer[:len(outer):len(outer)], own...))
		}
	}
}

func (d *defaults) run(r root, ops []op, t *trial) map[string]json.RawMessage {
	object, _ := scheme.New(r.GroupVersionKind)
	root := reflect.ValueOf(object)
	with(root, ops, func(reflect.Value) {})
	if t != nil {
		with(root, ops[:t.depth], func(v reflect.Value) { v.FieldByIndex(t.index).Set(t.value) })
	}
	v, ok := lookup(reflect.ValueOf(quietly(object, r)), ops)
	if !ok {
		return nil
	}
	return jsonFields(v)
}

// quietly survives the few conversions that expect a validated object.
func quietly(object runtime.Object, r root) (result runtime.Object) {
	defer func() {
		if recover() != nil {
			result = object
		}
	}()
	return stored(object, r.GroupVersionKind)
}

func (d *defaults) probe(r root, t reflect.Type, ops []op, own, outer []trial) {
	base := d.run(r, ops, nil)
	runs := make([]map[string]json.RawMessage, len(own))
	for i := range own {
		runs[i] = d.run(r, ops, &own[i])
	}
	outerRuns := make([]map[string]json.RawMessage, len(outer))
	for i := range outer {
		if outer[i].name != strings.TrimPrefix(ops[outer[i].depth].text, ".") {
			outerRuns[i] = d.run(r, ops, &outer[i])
		}
	}
	for _, m := range members(t) {
		if m.t.Kind() == reflect.Struct && specialType(m.t) == "" || m.name == "apiVersion" && len(ops) == 0 || m.name == "kind" && len(ops) == 0 {
			continue // a struct that is no pointer is always present: its own fields have the defaults
		}
		get := func(fields map[string]json.RawMessage) string {
			if string(fields[m.name]) == "null" || m.t.Kind() != reflect.Pointer && blank(m.t, fields[m.name]) {
				return ""
			}
			return string(fields[m.name])
		}
		o := d.conclude(m, get, base, own, runs)
		if specialType(deref(m.t)) == "time" && len(o.value) > 0 {
			o = outcome{varies: "the clock"}
		}
		o.exact = m.t == resourceList && !d.rounds(r, ops, m)
		if get(base) != "" && (m.t.Kind() == reflect.Slice || m.t.Kind() == reflect.Map) {
			o.emptyKept = get(d.run(r, ops, &trial{len(ops), m, emptyOf(m.t), nil})) == ""
		}
		for i, run := range outerRuns {
			if run != nil && get(run) != get(base) {
				o.outer = append(o.outer, outer[i].name)
			}
		}
		key := typeName(t) + "." + m.name
		d.found[key] = append(d.found[key], occurrence{r, strings.TrimPrefix(pathText(ops)+"."+m.name, "."), o})
	}
}

// rounds tells whether the server rounds the values of a ResourceList up to thousandths.
func (d *defaults) rounds(r root, ops []op, m member) bool {
	tiny := trial{len(ops), m, reflect.ValueOf(corev1.ResourceList{"x": resource.MustParse("1500n")}), nil}
	return !strings.Contains(string(d.run(r, ops, &tiny)[m.name]), "1500n")
}

func emptyOf(t reflect.Type) reflect.Value {
	if t.Kind() == reflect.Map {
		return reflect.MakeMap(t)
	}
	return reflect.MakeSlice(t, 0, 0)
}

func deref(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// conclude tells a constant, a default that holds for some values of one sibling, and one that varies.
func (d *defaults) conclude(m member, get func(map[string]json.RawMessage) string, base map[string]json.RawMessage, own []trial, runs []map[string]json.RawMessage) outcome {
	values := map[string]bool{}
	changers := map[string]bool{}
	if get(base) != "" {
		values[get(base)] = true
	}
	for i, run := range runs {
		if own[i].name == m.name || run == nil {
			continue
		}
		if got := get(run); got != get(base) {
			changers[own[i].name] = true
			if got != "" {
				values[got] = true
			}
		}
	}
	if len(changers) == 0 {
		return outcome{value: json.RawMessage(get(base))}
	}
	if len(values) == 1 && len(changers) == 1 {
		if when := d.condition(get, base, own, runs, changers); when != nil {
			return outcome{value: json.RawMessage(only(values)), when: when}
		}
	}
	return outcome{varies: strings.Join(sorted(changers), ", ")}
}

// condition names the values of the one changing sibling for which the default holds; nil where it is not one of a few.
func (d *defaults) condition(get func(map[string]json.RawMessage) string, base map[string]json.RawMessage, own []trial, runs []map[string]json.RawMessage, changers map[string]bool) map[string][]json.RawMessage {
	sibling := only(changers)
	var holds []json.RawMessage
	baseHolds := get(base) != ""
	for i, run := range runs {
		if own[i].name != sibling || run == nil {
			continue
		}
		text := string(own[i].json)
		if text != "true" && text != "false" && !strings.HasPrefix(text, `"`) {
			return nil
		}
		if get(run) == "" {
			continue
		}
		if text == nonsense {
			return nil
		}
		holds = append(holds, own[i].json)
	}
	if baseHolds && !contains(holds, base[sibling]) || len(holds) == 0 {
		return nil
	}
	return map[string][]json.RawMessage{sibling: holds}
}

func contains(list []json.RawMessage, value json.RawMessage) bool {
	for _, item := range list {
		if string(item) == string(value) {
			return true
		}
	}
	return false
}

const nonsense = `"x"`

// trials lists values to set each field of a struct to.
func (d *defaults) trials(t reflect.Type, depth int) []trial {
	var list []trial
	for _, m := range members(t) {
		for _, value := range d.samples(t, m, m.t) {
			text, _ := json.Marshal(value.Interface())
			list = append(list, trial{depth, m, value, text})
		}
	}
	return list
}

func (d *defaults) samples(owner reflect.Type, m member, t reflect.Type) []reflect.Value {
	of := func(values ...any) (list []reflect.Value) {
		for _, value := range values {
			list = append(list, reflect.ValueOf(value).Convert(t))
		}
		return list
	}
	if t.Kind() == reflect.Pointer {
		var list []reflect.Value
		inner := d.samples(owner, m, t.Elem())
		if t.Elem().Kind() == reflect.Struct && specialType(t.Elem()) == "" {
			inner = []reflect.Value{reflect.Zero(t.Elem())}
		}
		for _, value := range inner {
			pointer := reflect.New(t.Elem())
			pointer.Elem().Set(value)
			list = append(list, pointer)
		}
		return list
	}
	switch specialType(t) {
	case "quantity":
		return []reflect.Value{reflect.ValueOf(resource.MustParse("1")), reflect.ValueOf(resource.MustParse("2"))}
	case "":
	default:
		return nil
	}
	switch t.Kind() {
	case reflect.String:
		values := of("x", "x:1")
		for _, text := range d.enum(owner, m, t) {
			values = append(values, of(text)...)
		}
		return values
	case reflect.Bool:
		return of(true, false)
	case reflect.Int32, reflect.Int64, reflect.Int:
		return of(1, 2)
	case reflect.Slice:
		list := reflect.MakeSlice(t, 1, 1)
		if inner := d.samples(owner, m, t.Elem()); len(inner) > 0 {
			list.Index(0).Set(inner[0])
		}
		return []reflect.Value{list}
	case reflect.Map:
		list := reflect.MakeMap(t)
		item := reflect.New(t.Elem()).Elem()
		if inner := d.samples(owner, m, t.Elem()); len(inner) > 0 {
			item.Set(inner[0])
		}
		list.SetMapIndex(reflect.ValueOf("x").Convert(t.Key()), item)
		return []reflect.Value{list}
	}
	return nil
}

// enum lists the constants of a string type; for a plain string those of its package whose name ends in the field's.
func (d *defaults) enum(owner reflect.Type, m member, t reflect.Type) []string {
	if t.PkgPath() != "" {
		return d.sources.enums[typeID(t)]
	}
	var list []string
	for name, text := range d.sources.untyped[owner.PkgPath()] {
		if strings.HasSuffix(name, strings.ToUpper(m.name[:1])+m.name[1:]) {
			list = append(list, text)
		}
	}
	sort.Strings(list)
	return list
}

func only(set map[string]bool) string { return sorted(set)[0] }

func sorted(set map[string]bool) []string {
	var list []string
	for text := range set {
		list = append(list, text)
	}
	sort.Strings(list)
	return list
}

func pathText(ops []op) string {
	var text strings.Builder
	for _, o := range ops {
		text.WriteString(o.text)
	}
	return strings.TrimPrefix(text.String(), ".")
}
