package httpapi

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"
)

// The limit for reading a body ends with the body: a call that takes longer is not cancelled, nor is any later one on the
// same connection. Operations set the limit before they read, which may be after the body was read ahead.
func TestTheTimeForABodyEndsWithIt(t *testing.T) {
	const limit = 20 * time.Millisecond
	for name, concurrency := range map[string]int{"read by the operation": 0, "read ahead": 4} {
		t.Run(name, func(t *testing.T) {
			s := New(Deps{Concurrency: concurrency})
			var cancelled []bool
			server := httptest.NewServer(s.observe(limitBody(s.limitLoad(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				require.NoError(t, huma.SetReadDeadline(w, time.Now().Add(limit)))
				text, err := io.ReadAll(r.Body)
				require.NoError(t, err)
				require.Equal(t, "id=1", string(text))
				select {
				case <-r.Context().Done():
				case <-time.After(5 * limit):
				}
				cancelled = append(cancelled, r.Context().Err() != nil)
			})))))
			defer server.Close()
			for range 2 {
				answer, err := server.Client().Post(server.URL+"/cart/add/", formEncoded, strings.NewReader("id=1"))
				require.NoError(t, err)
				require.NoError(t, answer.Body.Close())
			}
			require.Equal(t, []bool{false, false}, cancelled)
		})
	}
}

// Whoever sends half a body, or one whose pieces make no sense, is told so: it is no failure of the shop, of which operators hear.
func TestABrokenBodyIsItsSendersFault(t *testing.T) {
	server := httptest.NewServer(New(Deps{Concurrency: 4}))
	defer server.Close()
	for name, body := range map[string]string{
		"a negative piece":  "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
		"no size":           "Transfer-Encoding: chunked\r\n\r\nhello\r\n",
		"a large beginning": "Transfer-Encoding: chunked\r\n\r\n11000\r\n" + strings.Repeat(" ", 0x11000) + "\r\nx\r\n",
		"ended early":       "Content-Length: 10\r\n\r\n{",
	} {
		t.Run(name, func(t *testing.T) {
			connection, err := net.Dial("tcp", server.Listener.Addr().String())
			require.NoError(t, err)
			defer func() { require.NoError(t, connection.Close()) }()
			_, err = io.WriteString(connection, "POST /cart/add/ HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n"+body)
			require.NoError(t, err)
			require.NoError(t, connection.(*net.TCPConn).CloseWrite())
			answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
			require.NoError(t, err)
			require.Equal(t, http.StatusUnprocessableEntity, answer.StatusCode)
			require.NoError(t, answer.Body.Close())
		})
	}
}

// An answer is not as large as what somebody made up to be told of.
func TestAnAnswerNamesFewWrongFields(t *testing.T) {
	fields := map[string]int{}
	for i := range 10_000 {
		fields[fmt.Sprintf("field%d", i)] = i
	}
	body, err := json.Marshal(fields)
	require.NoError(t, err)
	r := httptest.NewRequest(http.MethodPost, "/cart/add/", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	New(Deps{Concurrency: 4}).ServeHTTP(w, r)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	var p Problem
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &p))
	require.Len(t, p.Err.Fields, maxWrongFields)
}
