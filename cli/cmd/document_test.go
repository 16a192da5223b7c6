package cmd

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// documents are what people read and copy commands from.
var documents = []string{
	"README.md", "CONTRIBUTING.md", "deploy/README.md", "core/docs/runbooks.md", "core/docs/performance.md", "core/docs/faults.md",
	"core/docs/catalog-import.md", "core/docs/security.md", "plugins/docs/tutorial.md",
	"core/docs/README.md", "core/docs/capacity.md", "core/docs/merchant.md", "core/docs/api.md",
	"core/docs/comparison.md",
}

// inDocument is a command of ours, in backquotes or as a line of a block.
var inDocument = regexp.MustCompile("(?m)(?:`|^\\s*(?:\\$ )?)(?:bin/)?kontor ([a-z][^`\n]*)")

// A command that a document names is there, with each of its flags.
func TestDocumentsNameCommandsThatExist(t *testing.T) {
	root := newRoot(&session{})
	found := 0
	for _, document := range documents {
		text, err := os.ReadFile("../../" + document)
		require.NoError(t, err)
		for _, m := range inDocument.FindAllStringSubmatch(string(text), -1) {
			ours, _, _ := strings.Cut(m[1], " -- ")
			for _, end := range []string{" | ", " && ", " # ", " > "} {
				ours, _, _ = strings.Cut(ours, end)
			}
			words := strings.Fields(ours)
			c, _, err := root.Find(words)
			require.NoError(t, err, "%s: kontor %s", document, ours)
			require.NotEqual(t, root, c, "%s: kontor %s", document, ours)
			found++
			for _, word := range words {
				name, isFlag := strings.CutPrefix(word, "--")
				name, _, _ = strings.Cut(strings.TrimRight(name, "],."), "=")
				if isFlag {
					known := c.Flags().Lookup(name) != nil || c.InheritedFlags().Lookup(name) != nil || name == "help"
					require.True(t, known, "%s: kontor %s: no --%s", document, ours, name)
				}
			}
		}
	}
	require.Greater(t, found, 40, "the search must see the commands")
}

// inBlock is a block of a document that a shell can read.
var inBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// What a document gives to copy into a shell is taken as it stands.
func TestBlocksOfDocumentsAreTaken(t *testing.T) {
	taken := 0
	for _, document := range documents {
		text, err := os.ReadFile("../../" + document)
		require.NoError(t, err)
		for _, block := range inBlock.FindAllStringSubmatch(string(text), -1) {
			for line := range strings.SplitSeq(block[1], "\n") {
				line = strings.TrimPrefix(strings.TrimSpace(line), "bin/")
				if !strings.HasPrefix(line, "kontor ") {
					continue
				}
				for _, words := range shellWords(t, line) {
					accepts(t, words, document+": "+line)
					taken++
				}
			}
		}
	}
	require.Positive(t, taken)
}
