package main

import (
	"go/ast"
	"reflect"
	"strings"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	_ "k8s.io/kubernetes/pkg/features" // registers the gates and their defaults
)

// readGates takes the +featureGate markers above a struct's fields.
func (s *sources) readGates(id string, spec *ast.TypeSpec) {
	fields, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, field := range fields.Fields.List {
		if field.Doc == nil || len(field.Names) == 0 {
			continue
		}
		for _, line := range field.Doc.List {
			_, gates, marked := strings.Cut(line.Text, "+featureGate=")
			if marked {
				name := id + "." + field.Names[0].Name
				s.gates[name] = append(s.gates[name], strings.Split(strings.TrimSpace(gates), ",")...)
			}
		}
	}
}

// closedGate is the gate that keeps the server from storing a field unless somebody opens it, or "".
func (s *sources) closedGate(owner reflect.Type, index []int) string {
	for _, i := range index[:len(index)-1] {
		owner = owner.Field(i).Type
	}
	known := utilfeature.DefaultMutableFeatureGate.GetAll()
	for _, gate := range s.gates[typeID(owner)+"."+owner.Field(index[len(index)-1]).Name] {
		if _, exists := known[featuregate.Feature(gate)]; exists && !utilfeature.DefaultFeatureGate.Enabled(featuregate.Feature(gate)) {
			return gate
		}
	}
	return ""
}
