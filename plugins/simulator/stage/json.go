package stage

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// ReadJSON reads one JSON document strictly: a field that into does not have is refused, as is a second document.
func ReadJSON(r io.Reader, into any) error {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one document")
	}
	return nil
}

// WriteJSON answers v as JSON with the given status; a content type that is already set stays.
func WriteJSON(w http.ResponseWriter, status int, v any) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the reader may be gone; there is nobody else to tell
}
