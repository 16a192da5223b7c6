package httpapi

import (
	_ "embed"
	"encoding/json"

	"kontor.dev/kontor/core/catalog"
)

//go:embed texts.json
var textsJSON []byte

// texts are the few words that the API itself says.
var texts = func() map[string]catalog.Text {
	var m map[string]catalog.Text
	if err := json.Unmarshal(textsJSON, &m); err != nil {
		panic(err) // the file is embedded: every test reads it
	}
	return m
}()
