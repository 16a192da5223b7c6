package stage

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
)

// View is the answer of the control address.
type View struct {
	Counts  map[string]int `json:"counts"`
	Rules   []Rule         `json:"rules"`
	Journal []Entry        `json:"journal"`
	State   any            `json:"state"`
}

// Control serves a provider's controls for tests, with the prefix /_control/{provider} stripped:
//
//	GET    /                  View: counts, rules, journal, state
//	POST   /                  a Rule, or a list of them
//	DELETE /                  forget everything
//	DELETE /rules             drop the rules, keep the state
//	POST   /{id}/{action}     do to the thing what a person or time would do
//	POST   /open              open a session as the provider's script does, from what the plugin gave the browser
func Control(p Provider) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		s := p.Stage()
		WriteJSON(w, http.StatusOK, View{Counts: s.Counts(), Rules: s.Rules(), Journal: s.Journal(), State: p.State()})
	})
	mux.HandleFunc("POST /{$}", func(w http.ResponseWriter, r *http.Request) { addRules(w, r, p.Stage()) })
	mux.HandleFunc("DELETE /{$}", func(w http.ResponseWriter, _ *http.Request) {
		p.Reset()
		p.Stage().Reset()
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("DELETE /rules", func(w http.ResponseWriter, _ *http.Request) {
		p.Stage().ClearRules()
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("POST /{id}/{action}", func(w http.ResponseWriter, r *http.Request) {
		answer, err := p.Act(r.PathValue("id"), r.PathValue("action"))
		reply(w, answer, err)
	})
	if o, ok := p.(Opener); ok {
		mux.HandleFunc("POST /open", func(w http.ResponseWriter, r *http.Request) {
			var client map[string]string
			if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&client); err != nil {
				WriteJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
				return
			}
			id, err := o.Open(client)
			reply(w, map[string]string{"id": id}, err)
		})
	}
	return mux
}

func reply(w http.ResponseWriter, answer any, err error) {
	var refusal *Refusal
	switch {
	case errors.As(err, &refusal):
		WriteJSON(w, http.StatusConflict, map[string]string{"refused": refusal.Reason})
	case err != nil:
		WriteJSON(w, http.StatusInternalServerError, map[string]string{"error": err.Error()})
	default:
		WriteJSON(w, http.StatusOK, answer)
	}
}

func addRules(w http.ResponseWriter, r *http.Request, s *Stage) {
	var raw json.RawMessage
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	if err := dec.Decode(&raw); err != nil {
		WriteJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	rules := make([]Rule, 1)
	into := any(&rules[0])
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) {
		into = &rules
	}
	if err := ReadJSON(bytes.NewReader(raw), into); err != nil {
		WriteJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	for _, rule := range rules {
		if err := s.Add(rule); err != nil {
			WriteJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
			return
		}
	}
	WriteJSON(w, http.StatusOK, s.Rules())
}
