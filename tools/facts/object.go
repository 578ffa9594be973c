package main

import (
	"encoding/json"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// op is one step into a Go object: a struct field, the first list item, or the first map value.
type op struct {
	index []int
	text  string
}

// with makes everything along the way present, and nothing else, and calls use on the value there.
func with(v reflect.Value, ops []op, use func(reflect.Value)) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	if len(ops) == 0 {
		use(v)
		return
	}
	switch {
	case ops[0].index != nil:
		with(v.FieldByIndex(ops[0].index), ops[1:], use)
	case v.Kind() == reflect.Slice:
		if v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		with(v.Index(0), ops[1:], use)
	default:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		key := reflect.ValueOf("x").Convert(v.Type().Key())
		item := reflect.New(v.Type().Elem()).Elem()
		if old := v.MapIndex(key); old.IsValid() {
			item.Set(old)
		}
		with(item, ops[1:], use)
		v.SetMapIndex(key, item)
	}
}

// lookup finds a value without making anything present.
func lookup(v reflect.Value, ops []op) (reflect.Value, bool) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return v, false
		}
		v = v.Elem()
	}
	if len(ops) == 0 {
		return v, true
	}
	switch {
	case ops[0].index != nil:
		return lookup(v.FieldByIndex(ops[0].index), ops[1:])
	case v.Len() == 0:
		return v, false
	case v.Kind() == reflect.Slice:
		return lookup(v.Index(0), ops[1:])
	}
	return lookup(v.MapIndex(v.MapKeys()[0]), ops[1:])
}

// stored is what a read gives after a write of this object: defaulted, converted to the storage version and back.
func stored(object runtime.Object, gvk schema.GroupVersionKind) runtime.Object {
	scheme.Default(object)
	internal, err := scheme.ConvertToVersion(object, runtime.InternalGroupVersioner)
	if err != nil {
		return object
	}
	if storage := scheme.PrioritizedVersionsForGroup(gvk.Group); len(storage) > 0 && storage[0] != gvk.GroupVersion() {
		if kept, err := scheme.ConvertToVersion(internal, storage[0]); err == nil {
			scheme.Default(kept)
			if read, err := scheme.ConvertToVersion(kept, runtime.InternalGroupVersioner); err == nil {
				internal = read
			}
		}
	}
	back, err := scheme.ConvertToVersion(internal, gvk.GroupVersion())
	if err != nil {
		return object
	}
	return back
}

// jsonFields is a struct as its JSON, field by field.
func jsonFields(v reflect.Value) map[string]json.RawMessage {
	text, err := json.Marshal(v.Interface())
	fields := map[string]json.RawMessage{}
	if err != nil || json.Unmarshal(text, &fields) != nil {
		return nil
	}
	return fields
}

// blank tells the JSON that a field which is not a pointer has when it is absent.
func blank(t reflect.Type, text json.RawMessage) bool {
	switch string(text) {
	case `"0"`:
		return specialType(t) == "quantity"
	case "", "null", "0", `""`, "false", "{}", "[]":
		return true
	}
	return false
}
