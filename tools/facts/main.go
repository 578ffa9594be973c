// Command facts writes the kind facts of every built-in kind: types by reflection, list types from the
// published OpenAPI, defaults by running the API server's own defaulting and conversion.
// See docs/facts.md. Run it with `npm run facts`.
package main

import (
	"flag"
	"log"
	"reflect"
	"runtime/debug"
	"slices"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// root is one kind to write facts for.
type root struct {
	schema.GroupVersionKind
	goType     reflect.Type
	namespaced bool
	status     bool
}

func main() {
	out := flag.String("out", "../../schemas/facts", "folder to write to")
	older := flag.Bool("older", false, "of a Kubernetes that lacks some of what was measured on the newest")
	flag.Parse()
	sources := readSources()
	roots := findRoots(sources)
	types := newTypeSet(roots, sources)
	facts := newDefaults(sources)
	for _, r := range roots {
		facts.probeKind(r)
	}
	measured := readMeasured("measured", "probed")
	problems := facts.settle(types, measured)
	kinds := kindFacts(roots, types, facts, measured, &problems)
	if *older {
		problems = slices.DeleteFunc(problems, isMissing)
	}
	if len(problems) > 0 {
		sort.Strings(problems)
		log.Fatalf("%d problems:\n%s", len(problems), strings.Join(problems, "\n"))
	}
	write(*out, types, kinds)
}

// isMissing is true of a problem that is only that an older version does not have the kind or field.
func isMissing(problem string) bool {
	return strings.Contains(problem, ": no such ")
}

// kubernetesVersion is the version of the module that the facts come from.
func kubernetesVersion() string {
	info, _ := debug.ReadBuildInfo()
	for _, dep := range info.Deps {
		if dep.Path == "k8s.io/kubernetes" {
			return dep.Version
		}
	}
	return "unknown"
}
