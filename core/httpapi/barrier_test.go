package httpapi_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/ident"
)

func TestABarrierIsReportedOnce(t *testing.T) {
	s := newShop(t)
	key := ident.New()
	report := `{"key": "` + key + `", "text": "Der Knopf\u0000 hat\nkeinen Namen.", "page": "/kasse", "email": "erika@example.org"}`
	for range 2 {
		require.Equal(t, http.StatusOK, s.do(http.MethodPost, "/api/accessibility/report", report, nil).Code)
	}
	var to, text, email string
	require.NoError(t, s.pool.QueryRow(t.Context(), `
		select payload ->> 'to', payload #>> '{data,text}', payload #>> '{data,email}' from outbox where topic = 'mail.requested'`).
		Scan(&to, &text, &email), "one mail")
	require.Equal(t, []string{"shop@example.org", "Der Knopf hat\nkeinen Namen.", "erika@example.org"}, []string{to, text, email})
	for _, wrong := range []string{
		`{"key": "x", "text": "y"}`, `{"key": "` + key + `", "text": "  "}`, `{"key": "` + key + `", "text": "y", "email": "nobody"}`,
	} {
		require.Equal(t, http.StatusUnprocessableEntity, s.do(http.MethodPost, "/api/accessibility/report", wrong, nil).Code, wrong)
	}
}
