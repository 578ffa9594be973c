// Command peers times what Go controllers commonly compare objects with, on the same objects as test/bench.
// Standard input: a line of JSON for each pair, then a line {"run": KIND} for each round; it answers each round with a line.
// Run it with `npm run bench -- --peers`.
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"os"
)

// line is a pair or the wish for a round.
type line struct {
	Run     string          `json:"run"`
	Kind    string          `json:"kind"`
	Desired json.RawMessage `json:"desired"`
	Live    json.RawMessage `json:"live"`
	// Same is live without what no gate compares: status, and metadata other than labels, annotations, owners and finalizers.
	Same json.RawMessage `json:"same"`
}

func main() {
	kinds := map[string]*kind{}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for {
		text, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
		var read line
		if err := json.Unmarshal(text, &read); err != nil {
			log.Fatal(err)
		}
		if read.Run == "" {
			if kinds[read.Kind] == nil {
				kinds[read.Kind] = &kind{Typed: true}
			}
			kinds[read.Kind].add(read)
			continue
		}
		if kinds[read.Run] == nil {
			log.Fatalf("no pairs of %s", read.Run)
		}
		if err := out.Encode(kinds[read.Run].round()); err != nil {
			log.Fatal(err)
		}
	}
}
