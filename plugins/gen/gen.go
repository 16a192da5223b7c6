// Package gen holds the Go code generated from plugins/proto. Nothing here is written by hand but this file.
package gen

//go:generate go run github.com/bufbuild/buf/cmd/buf@v1.57.2 generate ../proto --template ../proto/buf.gen.yaml --output ../proto
//go:generate sh -c "go run github.com/bufbuild/buf/cmd/buf@v1.57.2 build ../proto --as-file-descriptor-set -o - | go run ../proto/reference > ../docs/contract.md.new && mv ../docs/contract.md.new ../docs/contract.md"
