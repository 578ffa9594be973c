package main

import (
	"reflect"
	"sort"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	aggregator "k8s.io/kube-aggregator/pkg/apis/apiregistration/install"
	"k8s.io/kubernetes/pkg/api/legacyscheme"

	// The groups that the API server serves, as in pkg/controlplane/import_known_versions.go.
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apiserverinternal/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/extensions/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
	_ "k8s.io/kubernetes/pkg/apis/storagemigration/install"
)

var scheme = legacyscheme.Scheme

func init() {
	apiextensions.Install(scheme)
	aggregator.Install(scheme)
}

var objectMeta = reflect.TypeOf(metav1.ObjectMeta{})

// findRoots lists the kinds that a client can write: external versions, with ObjectMeta and a generated client.
func findRoots(sources *sources) []root {
	var roots []root
	for gvk, t := range scheme.AllKnownTypes() {
		meta, has := t.FieldByName("ObjectMeta")
		marks, isClient := sources.clients[typeID(t)]
		if gvk.Version == runtime.APIVersionInternal || !has || meta.Type != objectMeta || !isClient {
			continue
		}
		if t.Name() != gvk.Kind || strings.Contains(marks, "onlyVerbs=create\n") || strings.Contains(marks, "noVerbs") || gvk.Kind == "ComponentStatus" {
			continue
		}
		_, status := t.FieldByName("Status")
		roots = append(roots, root{
			GroupVersionKind: gvk, goType: t,
			namespaced: !strings.Contains(marks, "nonNamespaced"),
			status:     status && !strings.Contains(marks, "noStatus"),
		})
	}
	sort.Slice(roots, func(i, j int) bool { return roots[i].String() < roots[j].String() })
	return roots
}
