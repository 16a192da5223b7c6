package privacy

import (
	_ "embed"
	"encoding/json"
	"strings"
)

//go:embed texts.json
var textFile []byte

var texts = func() map[string]map[string]string {
	var t map[string]map[string]string
	if err := json.Unmarshal(textFile, &t); err != nil {
		panic(err) // the file is part of the program
	}
	return t
}()

// readme tells whoever opens a copy what each of its files is (Art. 12(1) GDPR: in an intelligible form). Files that have no text
// are papers that the customer handed in.
func readme(files []File, lang, day string) File {
	var b strings.Builder
	b.WriteString(strings.Replace(texts["intro"][lang], "{}", day, 1) + "\n\n")
	for _, f := range files {
		about, ok := texts[strings.TrimSuffix(f.Name, ".json")]
		if !ok {
			about = texts["other"]
		}
		b.WriteString(f.Name + ": " + about[lang] + "\n")
	}
	b.WriteString("\n" + texts["outro"][lang] + "\n")
	return File{Name: texts["file"][lang], Content: []byte(b.String())}
}
