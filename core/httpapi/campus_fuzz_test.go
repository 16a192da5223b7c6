package httpapi_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/httpapi"
)

// form is an upload as a browser sends it.
func form(t testing.TB, student string, file []byte) (contentType string, body []byte) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	require.NoError(t, w.SetBoundary("kontor"))
	require.NoError(t, w.WriteField("studentData", student))
	part, err := w.CreateFormFile("file", "ausweis.png")
	require.NoError(t, err)
	_, _ = part.Write(file)
	require.NoError(t, w.Close())
	return w.FormDataContentType(), b.Bytes()
}

// Whatever is sent as a proof, the call answers, and what it takes is a document that it knows, with rules kept, sealed.
func FuzzCampusUpload(f *testing.F) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	s := newShop(f)
	s.reopen(wallet{})
	s.registered("erika@example.org")
	good, programme := student(nil)["studentData"], s.programme()
	for _, file := range [][]byte{scan(f), []byte("%PDF-1.7\n%%EOF"), []byte("MZ"), {}, append(scan(f), make([]byte, campus.MaxFile)...)} {
		contentType, body := form(f, good, file)
		f.Add(contentType, body)
	}
	contentType, body := form(f, `{"studentType": 1e99, "studentBirthday": "0000-00-00", "studentAgb": "yes"}`, scan(f))
	f.Add(contentType, body)
	contentType, body = form(f, good, scan(f))
	f.Add(contentType, body[:len(body)/2])
	f.Add("multipart/form-data", body)
	f.Add("multipart/form-data; boundary=\"\xff\"", body)
	f.Add("application/json", []byte(good))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		_, err := s.pool.Exec(t.Context(), `delete from campus_application`)
		require.NoError(t, err)
		r := httptest.NewRequest(http.MethodPost, byUpload, bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		for _, c := range s.cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		require.Less(t, w.Code, http.StatusInternalServerError, w.Body.String())
		require.True(t, json.Valid(w.Body.Bytes()), w.Body.String())
		var o httpapi.CampusOutcome
		if w.Code == http.StatusOK {
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &o))
		}
		var kept int
		require.NoError(t, s.pool.QueryRow(t.Context(), `select count(*) from campus_application`).Scan(&kept))
		if !o.Successful {
			require.Zero(t, kept, "nothing is kept of what is refused")
			return
		}
		require.Equal(t, 1, kept)
		var id int64
		var sealed []byte
		require.NoError(t, s.pool.QueryRow(t.Context(), `select customer_id, document from campus_application`).Scan(&id, &sealed))
		proof, err := programme.Document(t.Context(), id)
		require.NoError(t, err)
		known, err := campus.Sniff(proof.Content)
		require.NoError(t, err)
		require.Equal(t, known.MediaType, proof.MediaType)
		require.LessOrEqual(t, len(proof.Content), campus.MaxFile)
		require.False(t, bytes.Contains(sealed, proof.Content), "sealed")
	})
}
