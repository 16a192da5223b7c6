package search

import (
	"embed"
	"encoding/json"

	"kontor.dev/kontor/core/catalog"
)

//go:embed texts/*.json texts/*.txt
var textFiles embed.FS

// texts are the names of the built-in facets and of their values.
var texts = map[catalog.Lang]map[string]string{catalog.German: loadTexts("de"), catalog.English: loadTexts("en")}

func loadTexts(lang string) map[string]string {
	body, err := textFiles.ReadFile("texts/" + lang + ".json")
	if err != nil {
		panic(err) // the file is part of the program
	}
	var m map[string]string
	if err := json.Unmarshal(body, &m); err != nil {
		panic(err) // as above
	}
	return m
}

func textOf(key string, lang catalog.Lang) string {
	if t, ok := texts[lang][key]; ok {
		return t
	}
	return texts[catalog.German][key]
}
