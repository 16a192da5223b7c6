package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// visitor is one customer: a base address and the cookies that the shop gave.
type visitor struct {
	client  *http.Client
	base    string
	cookies []string
}

// newClient makes a client that keeps a connection for each worker.
func newClient(concurrency int) *http.Client {
	return &http.Client{Transport: &http.Transport{
		MaxIdleConnsPerHost: concurrency * 2, MaxConnsPerHost: 0, DisableCompression: true,
	}}
}

// get reads a path and decodes the answer into out; a nil out discards it.
func (v *visitor) get(ctx context.Context, path string, out any) error {
	return v.do(ctx, http.MethodGet, path, "", nil, out)
}

// post sends in as JSON.
func (v *visitor) post(ctx context.Context, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return v.do(ctx, http.MethodPost, path, "application/json", bytes.NewReader(body), out)
}

// form sends fields as the storefront's cart does.
func (v *visitor) form(ctx context.Context, path string, in url.Values, out any) error {
	return v.do(ctx, http.MethodPost, path, "application/x-www-form-urlencoded", strings.NewReader(in.Encode()), out)
}

func (v *visitor) do(ctx context.Context, method, path, contentType string, body io.Reader, out any) error {
	req, err := http.NewRequestWithContext(ctx, method, v.base+path, body)
	if err != nil {
		return err
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if len(v.cookies) > 0 {
		req.Header.Set("Cookie", strings.Join(v.cookies, "; "))
	}
	res, err := v.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	for _, c := range res.Cookies() {
		v.cookies = append(v.cookies, c.Name+"="+c.Value)
	}
	if res.StatusCode >= 300 {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 300))
		return fmt.Errorf("%s %s: %s: %s", method, path, res.Status, text)
	}
	if out == nil {
		_, err = io.Copy(io.Discard, res.Body)
		return err
	}
	return json.NewDecoder(res.Body).Decode(out)
}
