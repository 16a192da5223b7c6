// Package vies asks the Commission's VAT Information Exchange System whether VAT ids exist, by its REST interface.
package vies

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/vat"
)

// URL is where the Commission serves the interface.
const URL = "https://ec.europa.eu/taxation_customs/vies/rest-api"

const (
	timeout   = 30 * time.Second // the Commission passes the question on to the member state
	maxAnswer = 64 << 10
)

// Client asks VIES. It implements vat.Authority.
type Client struct {
	url       string
	requester string
	http      *http.Client
}

var _ vat.Authority = (*Client)(nil)

// New makes a client of the interface at a URL. requester is the shop's own VAT id: with it, answers have a reference
// that proves them. It follows no redirects: whose id is asked about is told to the Commission alone.
func New(url, requester string) *Client {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{url: strings.TrimSuffix(url, "/"), requester: vat.Normal(requester), http: &http.Client{Timeout: timeout, CheckRedirect: stay}}
}

type question struct {
	CountryCode              string `json:"countryCode"`
	VATNumber                string `json:"vatNumber"`
	RequesterMemberStateCode string `json:"requesterMemberStateCode,omitempty"`
	RequesterNumber          string `json:"requesterNumber,omitempty"`
}

type answer struct {
	Valid             bool      `json:"valid"`
	RequestDate       time.Time `json:"requestDate"`
	RequestIdentifier string    `json:"requestIdentifier"`
	Name              string    `json:"name"`
	Address           string    `json:"address"`
	UserError         string    `json:"userError"`

	Succeeded *bool `json:"actionSucceed"`
	Errors    []struct {
		Error string `json:"error"`
	} `json:"errorWrappers"`
}

// wrongInput is what VIES says about a question that will never have an answer.
var wrongInput = map[string]bool{"INVALID_INPUT": true}

// Ask gives the answer about a normal id.
func (c *Client) Ask(ctx context.Context, id string) (vat.Evidence, error) {
	if len(id) < 3 {
		return vat.Evidence{}, fault.New(fault.Invalid, "vat_id_invalid")
	}
	q := question{CountryCode: id[:2], VATNumber: id[2:]}
	if len(c.requester) > 2 {
		q.RequesterMemberStateCode, q.RequesterNumber = c.requester[:2], c.requester[2:]
	}
	got, err := c.post(ctx, q)
	if err != nil {
		return vat.Evidence{}, fault.Wrap(err, fault.Unavailable, "vat_authority_unavailable")
	}
	if reason := got.problem(); reason != "" {
		if wrongInput[reason] {
			return vat.Evidence{}, fault.Wrap(fmt.Errorf("vies: %s", reason), fault.Invalid, "vat_id_invalid")
		}
		return vat.Evidence{}, fault.Wrap(fmt.Errorf("vies: %s", reason), fault.Unavailable, "vat_authority_unavailable")
	}
	return vat.Evidence{
		ID: id, Valid: got.Valid, Reference: got.RequestIdentifier, Name: told(got.Name), Address: told(got.Address),
		AnsweredAt: got.RequestDate,
	}, nil
}

// problem names why there is no answer, "" when there is one.
func (a *answer) problem() string {
	switch {
	case a.Succeeded != nil && !*a.Succeeded && len(a.Errors) > 0:
		return a.Errors[0].Error
	case a.Succeeded != nil && !*a.Succeeded:
		return "no reason given"
	case a.UserError != "" && a.UserError != "VALID" && a.UserError != "INVALID":
		return a.UserError
	case a.RequestDate.IsZero():
		return "not an answer"
	}
	return ""
}

// told gives what a state tells; those that tell nothing write dashes.
func told(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if strings.Trim(text, "-") == "" {
		return ""
	}
	return text
}

func (c *Client) post(ctx context.Context, q question) (*answer, error) {
	body, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/check-vat-number", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	got := &answer{}
	if err := json.Unmarshal(content, got); err != nil {
		return nil, fmt.Errorf("vies answered %d: %w", response.StatusCode, err)
	}
	if response.StatusCode != http.StatusOK && got.problem() == "" {
		return nil, fmt.Errorf("vies answered %d", response.StatusCode)
	}
	return got, nil
}
