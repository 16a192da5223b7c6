package process

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// AnswersHTTP is ready when a GET of url is answered with a 2xx status.
func AnswersHTTP(url string) func(context.Context) error {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		res, err := client.Do(req)
		if err != nil {
			return err
		}
		_ = res.Body.Close()
		if res.StatusCode < http.StatusOK || res.StatusCode >= http.StatusMultipleChoices {
			return fmt.Errorf("%s answers %s", url, res.Status)
		}
		return nil
	}
}

// AcceptsTCP is ready when address takes connections.
func AcceptsTCP(address string) func(context.Context) error {
	return func(ctx context.Context) error {
		var d net.Dialer
		conn, err := d.DialContext(ctx, "tcp", address)
		if err != nil {
			return err
		}
		return conn.Close()
	}
}

// Await asks again and again until ready gives no error; when ctx ends, or a minute has passed, it gives the last one.
func Await(ctx context.Context, ready func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		try, done := context.WithTimeout(ctx, 20*time.Second)
		err := ready(try)
		done()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
	}
}
