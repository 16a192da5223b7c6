package bench

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
)

// visitor is one customer: the shop's address and the cookies that it gave. One that gets cookies is for one worker alone.
//
// On a machine that works for both sides, what the client costs is missing from what the shop can do. This one is much
// cheaper than net/http's, and the baseline that speaks HTTP has it too.
type visitor struct {
	client  *fasthttp.HostClient
	cookies []string
	returns int                 // how often it comes again when it is refused for want of room
	refused func(time.Duration) // is told how long a refusal took; nil: nobody is
}

// patience is how long a call may take.
const patience = 30 * time.Second

// newClient makes a client of one address that keeps connections for each worker, and for those that prepare. Calls are
// never repeated: one that fails counts as failed.
func newClient(address string, concurrency int) *fasthttp.HostClient {
	return &fasthttp.HostClient{
		Addr: address, MaxConns: 2 * max(concurrency, preparers), MaxIdemponentCallAttempts: 1, ReadTimeout: patience, WriteTimeout: patience,
		DisablePathNormalizing: true, NoDefaultUserAgentHeader: true,
	}
}

// get reads a path and decodes the answer into out; a nil out discards it, and bytes get it as it is.
func (v *visitor) get(ctx context.Context, path string, out any) error {
	return v.do(ctx, fasthttp.MethodGet, path, "", nil, out)
}

// post sends in as JSON.
func (v *visitor) post(ctx context.Context, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return v.do(ctx, fasthttp.MethodPost, path, "application/json", body, out)
}

// form sends fields as the storefront's cart does.
func (v *visitor) form(ctx context.Context, path string, in url.Values, out any) error {
	return v.do(ctx, fasthttp.MethodPost, path, "application/x-www-form-urlencoded", []byte(in.Encode()), out)
}

func (v *visitor) do(ctx context.Context, method, path, contentType string, body []byte, out any) error {
	for {
		if err := v.call(ctx, method, path, contentType, body, out); !v.again(ctx, err) {
			return err
		}
	}
}

func (v *visitor) call(ctx context.Context, method, path, contentType string, body []byte, out any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	req, res := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(res)
	req.Header.SetMethod(method)
	req.Header.SetHost(v.client.Addr)
	req.SetRequestURI(path)
	if contentType != "" {
		req.Header.SetContentType(contentType)
		req.SetBodyRaw(body)
	}
	if len(v.cookies) > 0 {
		req.Header.Set(fasthttp.HeaderCookie, strings.Join(v.cookies, "; "))
	}
	start := time.Now()
	if err := v.client.Do(req, res); err != nil {
		return err
	}
	if err := refusal(path, res); err != nil {
		if v.refused != nil {
			v.refused(time.Since(start))
		}
		return err
	}
	for _, cookie := range res.Header.Cookies() {
		pair, _, _ := strings.Cut(string(cookie), ";")
		v.cookies = append(v.cookies, pair)
	}
	if res.StatusCode() >= 300 {
		return answer(method, path, res)
	}
	switch out := out.(type) {
	case nil:
		return nil
	case *[]byte:
		*out = append((*out)[:0], res.Body()...)
		return nil
	}
	return json.Unmarshal(res.Body(), out)
}
