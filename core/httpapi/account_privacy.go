package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/privacy"
)

// PrivacyState is how far the copy of a customer's data is.
type PrivacyState struct {
	Export      string    `json:"export" enum:"none,pending,ready"`
	RequestedAt time.Time `json:"requestedAt,omitzero"`
	ExpiresAt   time.Time `json:"expiresAt,omitzero" doc:"of a ready one"`
}

// AccountDeletion ends the account; it takes the password.
type AccountDeletion struct {
	ConfirmationPassword string `json:"confirmationPassword,omitempty" maxLength:"200"`
}

func (s *Server) registerPrivacy(api huma.API) {
	register(api, post("account", "privacy", "/api/account/privacy/get", "How far the copy of the customer's data is"), s.privacyState)
	register(api, post("account", "privacyExport", "/api/account/privacy/export", "Ask for a copy of all data; a mail says when it is ready"), s.privacyExport)
	download := get("account", "privacyDownload", "/account/privacy-export", "The copy, a ZIP file")
	download.Responses = map[string]*huma.Response{"200": {
		Description: http.StatusText(http.StatusOK),
		Content:     map[string]*huma.MediaType{zipFile: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}},
	}}
	huma.Register(api, download, func(ctx context.Context, _ *none) (*attachment, error) {
		out, err := s.privacyDownload(ctx)
		if err != nil {
			return nil, problemOf(ctx, err)
		}
		return out, nil
	})
	blockable(api, post("account", "accountDelete", "/api/account/delete", "Delete the account at once"), s.accountDelete)
}

const zipFile = "application/zip"

// attachment is a file to save.
type attachment struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func (s *Server) privacyState(ctx context.Context, _ *none) (PrivacyState, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return PrivacyState{}, err
	}
	r, err := s.deps.Privacy.Latest(ctx, v.Session.CustomerID)
	answer := PrivacyState{Export: "none"}
	if err != nil || r == nil {
		return answer, err
	}
	answer.RequestedAt = r.RequestedAt
	switch {
	case r.State == privacy.Asked:
		answer.Export = "pending"
	case r.State == privacy.Ready && time.Now().Before(r.DueAt):
		answer.Export, answer.ExpiresAt = "ready", r.DueAt
	}
	return answer, nil
}

func (s *Server) privacyExport(ctx context.Context, _ *none) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(s.deps.Privacy.Ask(ctx, v.Session.CustomerID, privacy.Export, v.Client))
}

func (s *Server) privacyDownload(ctx context.Context) (*attachment, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return nil, err
	}
	content, err := s.deps.Privacy.Fetch(ctx, v.Session.CustomerID)
	return &attachment{zipFile, `attachment; filename="kontor.zip"`, content}, err
}

func (s *Server) accountDelete(ctx context.Context, in *body[AccountDeletion]) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	err = s.deps.Customers.ConfirmPassword(ctx, v, in.Body.ConfirmationPassword)
	if err == nil {
		err = s.deps.Privacy.Ask(ctx, v.Session.CustomerID, privacy.Deletion, v.Client)
	}
	if err == nil {
		err = s.deps.Sessions.EndAll(ctx, v.Session.CustomerID, "")
	}
	if err == nil {
		s.dropToken(visitOf(ctx))
	}
	return outcomeOf(err)
}
