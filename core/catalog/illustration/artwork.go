package illustration

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"kontor.dev/kontor/core/catalog"
)

// Picture is a file that browsers show.
type Picture struct {
	Type string // media type
	Data []byte
}

// Artwork is what the shop shows of legal and producers' guarantees: the EU's own files where the operator put them, else
// the shop's drawings. The zero value has drawings alone.
type Artwork struct {
	notices map[catalog.Lang]Picture
	garan   []byte // the label as SVG, with placeholders for its three fields
}

// The placeholders of garan.svg, the three fields that annex II leaves open.
var placeholders = []string{"{{years}}", "{{brand}}", "{{model}}"}

const maxArtwork = 8 << 20

var pictureTypes = []struct{ ext, mediaType string }{{"svg", "image/svg+xml"}, {"png", "image/png"}, {"jpg", "image/jpeg"}}

// LoadArtwork reads the EU's files from a folder: notice-de and notice-en as .svg, .png or .jpg, and garan.svg with
// {{years}}, {{brand}} and {{model}} where these stand. Each may be missing; a file that cannot be shown is an error.
func LoadArtwork(folder fs.FS) (*Artwork, error) {
	a := &Artwork{notices: map[catalog.Lang]Picture{}}
	for lang := range noticeTexts {
		for _, t := range pictureTypes {
			data, err := read(folder, fmt.Sprintf("notice-%s.%s", lang, t.ext))
			if err != nil {
				return nil, err
			}
			if data != nil {
				a.notices[lang] = Picture{t.mediaType, data}
				break
			}
		}
	}
	var err error
	if a.garan, err = read(folder, "garan.svg"); err != nil || a.garan == nil {
		return a, err
	}
	for _, p := range placeholders {
		if !bytes.Contains(a.garan, []byte(p)) {
			return nil, fmt.Errorf("garan.svg: %s does not stand in it", p)
		}
	}
	return a, nil
}

// read gives a file, nil where there is none.
func read(folder fs.FS, name string) ([]byte, error) {
	file, err := folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, maxArtwork+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(data) == 0 || len(data) > maxArtwork:
		return nil, fmt.Errorf("%s: is empty or larger than %d bytes", name, maxArtwork)
	}
	return data, nil
}

// Official reports whether the notice is the EU's in every language of the shop, and whether the label is.
func (a *Artwork) Official() (notice, label bool) {
	if a == nil {
		return false, false
	}
	return len(a.notices) == len(noticeTexts), a.garan != nil
}

// Notice gives the notice on the legal guarantee in a language.
func (a *Artwork) Notice(lang catalog.Lang) Picture {
	if a != nil {
		if p, has := a.notices[lang]; has {
			return p
		}
	}
	return Picture{"image/svg+xml", Notice(lang)}
}

// Garan gives the label of a producer's guarantee.
func (a *Artwork) Garan(g catalog.Guarantee) Picture {
	if a == nil || a.garan == nil {
		return Picture{"image/svg+xml", Garan(g)}
	}
	data := a.garan
	for i, value := range []string{strconv.Itoa(g.Years), g.Brand, g.Model} {
		var escaped bytes.Buffer
		_ = xml.EscapeText(&escaped, []byte(value)) // writing to memory does not fail
		data = bytes.ReplaceAll(data, []byte(placeholders[i]), escaped.Bytes())
	}
	return Picture{"image/svg+xml", data}
}
