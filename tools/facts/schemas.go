package main

import (
	"reflect"

	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kubernetes/pkg/generated/openapi"
)

// schemas are the OpenAPI definitions that the API server publishes, by model name.
type schemas map[string]common.OpenAPIDefinition

type modelNamed interface{ OpenAPIModelName() string }

func readSchemas() schemas {
	return openapi.GetOpenAPIDefinitions(func(path string) spec.Ref { return spec.MustCreateRef("#/" + path) })
}

func (s schemas) of(t reflect.Type) spec.Schema {
	if named, ok := reflect.Zero(t).Interface().(modelNamed); ok {
		return s[named.OpenAPIModelName()].Schema
	}
	return spec.Schema{}
}

func (s schemas) atomic(t reflect.Type) bool {
	return s.of(t).Extensions["x-kubernetes-map-type"] == "atomic"
}

// mark adds what the schema of a field says of lists and maps.
func (s schemas) mark(owner reflect.Type, field string, value *valueFacts) {
	extensions := s.of(owner).Properties[field].Extensions
	if mapType := extensions["x-kubernetes-map-type"]; mapType != nil && (value.Type == "map" || value.Type == "struct") {
		value.Atomic = mapType == "atomic" // what the field says goes before what its type says
	}
	if value.Type != "list" {
		return
	}
	switch extensions["x-kubernetes-list-type"] {
	case "set":
		value.List = "set"
	case "map":
		value.List = "keyed"
		keys, _ := extensions["x-kubernetes-list-map-keys"].([]any)
		for _, key := range keys {
			value.Keys = append(value.Keys, key.(string))
		}
	}
}
