package main

import (
	"crypto/sha256"
	"encoding/json"
	"log"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

var decoder = func() runtime.Decoder {
	for _, add := range []func(*runtime.Scheme) error{apiextensions.AddToScheme, apiregistration.AddToScheme} {
		if err := add(scheme.Scheme); err != nil {
			log.Fatal(err)
		}
	}
	return serializer.NewCodecFactory(scheme.Scheme).UniversalDeserializer()
}()

// pair is decoded outside the timer.
type pair struct {
	desired any
	// same and twin are equal, so that comparing them walks all of them.
	same, twin any
	// derived and whole are compared by DeepDerivative: desired and live, or same and twin where those differ, since it
	// would stop at the first difference.
	derived, whole any
}

type kind struct {
	// Typed is false for kinds that no scheme here knows: they are maps.
	Typed bool
	// Equal counts the pairs that DeepDerivative calls equal.
	Equal int
	pairs []pair
}

func (k *kind) add(read line) {
	p := pair{desired: k.decode(read.Desired), same: k.decode(read.Same), twin: k.decode(read.Same)}
	if !equality.Semantic.DeepEqual(p.same, p.twin) {
		log.Fatalf("%s: an object is not equal to itself", read.Kind)
	}
	p.derived, p.whole = p.same, p.twin
	if live := k.decode(read.Live); equality.Semantic.DeepDerivative(p.desired, live) {
		k.Equal++
		p.derived, p.whole = p.desired, live
	}
	k.pairs = append(k.pairs, p)
}

func (k *kind) decode(text []byte) any {
	if k.Typed {
		object, _, err := decoder.Decode(text, nil, nil)
		if err == nil {
			return object
		}
		if !runtime.IsNotRegisteredError(err) {
			log.Fatal(err)
		}
		k.Typed = false
	}
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		log.Fatal(err)
	}
	return object
}

// result has nanoseconds an object.
type result struct {
	Typed          bool    `json:"typed"`
	Objects        int     `json:"objects"`
	Equal          int     `json:"equal"`
	DeepEqual      float64 `json:"deepEqual"`
	DeepDerivative float64 `json:"deepDerivative"`
	MarshalHash    float64 `json:"marshalHash"`
}

func (k *kind) round() result {
	return result{
		Typed: k.Typed, Objects: len(k.pairs), Equal: k.Equal,
		DeepEqual:      k.time(func(p pair) bool { return equality.Semantic.DeepEqual(p.same, p.twin) }),
		DeepDerivative: k.time(func(p pair) bool { return equality.Semantic.DeepDerivative(p.derived, p.whole) }),
		MarshalHash:    k.time(func(p pair) bool { return fingerprint(p.desired) != [sha256.Size]byte{} }),
	}
}

func fingerprint(object any) [sha256.Size]byte {
	text, err := json.Marshal(object)
	if err != nil {
		log.Fatal(err)
	}
	return sha256.Sum256(text)
}
