package search

import "strings"

// Synonyms gives for each word the words that mean the same, all in lower case. The map belongs to the package.
func Synonyms() map[string][]string { return synonyms }

var synonyms = loadSynonyms()

func loadSynonyms() map[string][]string {
	body, err := textFiles.ReadFile("texts/synonyms.txt")
	if err != nil {
		panic(err) // the file is part of the program
	}
	m := map[string][]string{}
	for line := range strings.Lines(string(body)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		group := strings.Fields(line)
		for i, word := range group {
			m[word] = append(append(m[word], group[:i]...), group[i+1:]...)
		}
	}
	return m
}
