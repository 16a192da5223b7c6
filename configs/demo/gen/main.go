// Command gen makes the demo catalogue from the pc-parts data set (MIT, see NOTICE) and a notebook range of its own.
// The same source gives the same bytes.
//
//	go run ./configs/demo/gen -source DIR
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"kontor.dev/kontor/core/catalog/exchange"
)

//go:generate go run . -source $PC_PARTS -out ..

func main() {
	source := flag.String("source", "", "folder of the pc-parts data set")
	out := flag.String("out", "configs/demo", "folder to write to")
	flag.Parse()
	if err := run(*source, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(source, out string) error {
	g := &generator{names: map[string]int{}, numbers: map[string]int{}}
	g.notebooks()
	if err := g.parts(source); err != nil {
		return err
	}
	full, err := lines(g.products)
	if err != nil {
		return err
	}
	if err := writeGzip(filepath.Join(out, "catalog.jsonl.gz"), full); err != nil {
		return err
	}
	small, err := lines(sample(g.products))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "testdata", "small.jsonl"), small, 0o644)
}

// lines gives the whole category tree and the products, a JSON object a line.
func lines(products []*product) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, c := range tree() {
		if err := enc.Encode(c); err != nil {
			return nil, err
		}
	}
	for _, p := range products {
		if err := enc.Encode(&p.Product); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func writeGzip(name string, text []byte) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// sample gives a product of every category and four of every kind of notebook.
func sample(all []*product) []*product {
	perCategory := map[string][]*product{}
	for _, p := range all {
		perCategory[p.Category] = append(perCategory[p.Category], p)
	}
	var list []*product
	for _, c := range tree() {
		own := perCategory[c.Slug]
		n := min(len(own), 1)
		if c.Parent == "notebooks" {
			n = 4
		}
		for i := range n {
			list = append(list, own[i*len(own)/n])
		}
	}
	return list
}

// product is a product under construction, with the random source that belongs to it alone.
type product struct {
	exchange.Product
	dice *dice
	// colours of the thing, for its pictures
	body, accent string
}
