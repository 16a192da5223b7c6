package httpapi_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/postgres"
)

func (s *shop) programme() *campus.Service {
	vault, err := campus.NewVault(base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, campus.KeyBytes)), "")
	require.NoError(s, err)
	return campus.NewService(postgres.NewCampus(s.pool), []campus.University{
		{ID: 7, Name: "TU Musterstadt", Domains: []string{"tu.example"}}, {ID: 8, Name: "HS Beispiel", Domains: []string{"hs.example"}},
	}, vault, clock.System{})
}

func scan(t testing.TB) []byte {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))))
	return b.Bytes()
}

// upload sends a multipart form as a browser does.
func (s *shop) upload(path string, fields map[string]string, file []byte, out any) *httptest.ResponseRecorder {
	s.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for name, value := range fields {
		require.NoError(s, form.WriteField(name, value))
	}
	if file != nil {
		part, err := form.CreateFormFile("file", "../../etc/ausweis.exe")
		require.NoError(s, err)
		_, _ = part.Write(file)
	}
	require.NoError(s, form.Close())
	r := httptest.NewRequest(http.MethodPost, path, &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	for _, c := range s.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	require.NoError(s, json.Unmarshal(w.Body.Bytes(), out), w.Body.String())
	return w
}

const byUpload, byEmail = "/account/campus-program-registration", "/account/campus-program-email-based-registration"

func student(change func(map[string]any)) map[string]string {
	form := map[string]any{
		"studentType": 1, "studentAgb": true, "studentSchool": " TU  Musterstadt ", "studentBirthday": "01.02.2000",
		"studentValidFrom": time.Now().AddDate(0, -1, 0).Format(time.DateOnly), "studentValidTo": time.Now().AddDate(0, 5, 0).Format("02.01.2006"),
	}
	if change != nil {
		change(form)
	}
	body, _ := json.Marshal(form)
	return map[string]string{"studentData": string(body)}
}

func (s *shop) campus() httpapi.CampusStatus {
	s.Helper()
	var c httpapi.CampusStatus
	s.get("/account/campus-program-status", &c)
	return c
}

func TestCampusByEmail(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	require.Equal(t, httpapi.CampusStatus{AutomatedVerificationEnabled: true, CampusProgramSubscriptionStatus: "unknown"}, s.campus())
	var known []httpapi.CampusUniversity
	s.get("/account/campus-universities", &known)
	require.Equal(t, []httpapi.CampusUniversity{{ID: 7, Name: "TU Musterstadt"}, {ID: 8, Name: "HS Beispiel"}}, known)

	var o httpapi.CampusOutcome
	for want, form := range map[string]map[string]string{
		"terms_not_accepted":                   {"university_id": "7", "email": "e@tu.example"},
		"invalid_email":                        {"university_id": "7", "email": "e@tu", "terms": "1"},
		"email_does_not_belong_to_university":  {"university_id": "7", "email": "e@hs.example", "terms": "true"},
		"email_does_not_belong_to_university ": {"university_id": "7", "email": "e@xtu.example", "terms": "true"},
	} {
		o = httpapi.CampusOutcome{}
		s.upload(byEmail, form, nil, &o)
		require.Equal(t, []any{false, strings.TrimSpace(want)}, []any{o.Successful, o.Error})
	}
	s.upload(byEmail, map[string]string{"university_id": "7", "email": "Erika@cs.TU.example", "terms": "1"}, nil, &o)
	require.True(t, o.Successful, o.Error)
	c := s.campus()
	require.Equal(t, []string{"pending", "email"}, []string{c.CampusProgramSubscriptionStatus, c.CampusProgramVerificationType})

	inside := s.cookies
	s.anew() // the mailbox is open elsewhere
	token := strings.TrimPrefix(s.mailed("campus_confirm", "path"), campus.ConfirmPath)
	confirm := `{"token": "` + token + `"}`
	s.post("/account/campus-program-confirmation", `{"token": "x"}`, &o)
	require.Equal(t, "wrong_link", o.Error)
	s.post("/account/campus-program-confirmation", confirm, &o)
	require.True(t, o.Successful, o.Error)
	s.post("/account/campus-program-confirmation", confirm, &o)
	require.True(t, o.Successful, "clicked twice")

	s.cookies = inside
	c = s.campus()
	until, err := time.Parse(time.RFC3339, c.CampusProgramSubscriptionValidToDateTime)
	require.NoError(t, err)
	require.WithinDuration(t, time.Now().Add(campus.Term), until, time.Minute)
	var data httpapi.CustomerData
	s.post("/account/customer/get", `{}`, &data)
	require.Equal(t, []string{"valid", c.CampusProgramSubscriptionValidToDateTime}, []string{data.StudentStatus, data.StudentExpiration})

	o = httpapi.CampusOutcome{}
	s.post(byEmail, `{"university_id": 7, "email": "erika@tu.example", "terms": true}`, &o)
	require.Equal(t, "cannot_register_again", o.Error)
	require.Equal(t, httpapi.CampusErrorData{
		PossibleRenewalDate: campus.DateOf(until.Add(-campus.Notice)).String(), UniversityEmail: "Erika@cs.TU.example",
	}, o.ErrorData)

	var change httpapi.Outcome
	s.post("/account/names/change", `{"firstName": "Eva", "lastName": "Muster", "confirmationPassword": "Zug7Berg"}`, &change)
	require.Equal(t, []any{false, "action_not_allow_for_student"}, []any{change.Successful, change.Error})

	s.anew()
	s.registered("other@example.org")
	s.post(byEmail, `{"university_id": 7, "email": "erika@CS.tu.example", "terms": true}`, &o)
	require.Equal(t, "email_used_by_someone_else", o.Error)
}

func TestCampusByUpload(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	var o httpapi.CampusOutcome
	set := func(name string, value any) map[string]string {
		return student(func(m map[string]any) { m[name] = value })
	}
	for _, c := range []struct {
		form  map[string]string
		file  []byte
		error string
		field string
	}{
		{set("studentAgb", false), scan(t), "terms_not_accepted", ""},
		{set("studentType", 5), scan(t), "campus_invalid", "studentType"},
		{set("studentSchool", "  "), scan(t), "campus_invalid", "studentSchool"},
		{set("studentValidTo", "31.02.2027"), scan(t), "campus_invalid", "studentValidTo"},
		{set("studentValidTo", time.Now().AddDate(0, 0, -1).Format(time.DateOnly)), scan(t), "campus_invalid", "studentValidTo"},
		{set("studentValidFrom", time.Now().AddDate(0, 0, 2).Format(time.DateOnly)), scan(t), "campus_invalid", "studentValidFrom"},
		{set("studentBirthday", time.Now().AddDate(-16, 0, 2).Format(time.DateOnly)), scan(t), "campus_invalid", "studentBirthday"},
		{student(nil), nil, "campus_file_missing", ""},
		{student(nil), []byte("MZ an executable"), "campus_file_type", ""},
		{student(nil), append([]byte("%PDF-1.7"), make([]byte, campus.MaxFile)...), "campus_file_too_big", ""},
		{map[string]string{"studentData": "{"}, scan(t), "input_invalid", ""},
		{set("studentValidTo", "morgen"), scan(t), "campus_invalid", "studentValidTo"},
	} {
		o = httpapi.CampusOutcome{}
		s.upload(byUpload, c.form, c.file, &o)
		require.Equal(t, []any{false, c.error}, []any{o.Successful, o.Error})
		if c.field != "" {
			require.Equal(t, c.field, o.Errors[0].Field)
		}
	}
	s.upload(byUpload, student(nil), scan(t), &o)
	require.True(t, o.Successful, o.Error)
	c := s.campus()
	require.Equal(t, []string{"pending", "manual", ""}, []string{c.CampusProgramSubscriptionStatus, c.CampusProgramVerificationType, c.CampusProgramSubscriptionValidToDateTime})

	var id int64
	var stored []byte
	require.NoError(t, s.pool.QueryRow(t.Context(), `select customer_id, document from campus_application`).Scan(&id, &stored))
	require.NotContains(t, string(stored), "PNG", "encrypted")
	proof, err := s.programme().Document(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, campus.Proof{MediaType: "image/png", Content: scan(t)}, proof)
	other, err := campus.NewVault(campus.NewKey(), "")
	require.NoError(t, err)
	for want, programme := range map[int]*campus.Service{
		1: s.programme(), 0: campus.NewService(postgres.NewCampus(s.pool), nil, other, clock.System{}), -1: campus.NewService(postgres.NewCampus(s.pool), nil, nil, clock.System{}),
	} {
		papers, err := programme.Papers(t.Context(), id) // for a copy of the customer's data, which does without what it cannot open
		require.NoError(t, err)
		require.Len(t, papers, max(want, 0))
		if want > 0 {
			require.Equal(t, scan(t), papers["campus_proof.png"])
		}
	}

	var looked string
	require.NoError(t, s.pool.QueryRow(t.Context(), `select id::text from campus_application`).Scan(&looked))
	s.upload(byUpload, student(nil), scan(t), &o)
	require.True(t, o.Successful, "another one, while somebody looks at the first")
	_, err = s.programme().Approve(t.Context(), id, looked, campus.Date{})
	require.ErrorIs(t, err, campus.ErrReplaced)
	_, err = s.programme().Reject(t.Context(), id, looked, campus.Unreadable)
	require.ErrorIs(t, err, campus.ErrReplaced)
	require.NoError(t, s.pool.QueryRow(t.Context(), `select id::text from campus_application`).Scan(&looked))
	_, err = s.programme().Approve(t.Context(), id, looked, campus.Date{})
	require.NoError(t, err)
	require.Equal(t, "valid", s.campus().CampusProgramSubscriptionStatus)
	var left int
	require.NoError(t, s.pool.QueryRow(t.Context(), `select count(*) from campus_application`).Scan(&left))
	require.Zero(t, left, "the document is gone")
}

func TestCampusPricesFollowTheStatus(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	s.saveAddress()
	s.fill()
	_, err := s.pool.Exec(t.Context(), `update product set student_minor = price_minor - 1000 where id in (select unnest(products) from cart)`)
	require.NoError(t, err)
	price := func() (cents int64, applied bool) {
		var c httpapi.CartResponse
		s.post("/cart/quantity/", fmt.Sprintf(`{"id": %d, "quantity": 1}`, s.header().CartContent[0].ID), &c)
		require.Len(t, c.Products, 1)
		return c.Products[0].Price.Minor, c.Products[0].InCartAsStudentProduct
	}
	full, applied := price()
	require.False(t, applied)
	total := s.view("/api/checkout/init", `{}`).Totals.Total.Minor

	var o httpapi.CampusOutcome
	s.upload(byUpload, student(nil), scan(t), &o)
	require.True(t, o.Successful, o.Error)
	cut, applied := price()
	require.Equal(t, []any{full - 1000, true}, []any{cut, applied}, "who is pending may shop already")
	require.Equal(t, total-1000, s.view("/api/checkout/init", `{}`).Totals.Total.Minor)

	var id int64
	require.NoError(t, s.pool.QueryRow(t.Context(), `select customer_id from campus_application`).Scan(&id))
	_, err = s.programme().Reject(t.Context(), id, "", campus.Unreadable)
	require.NoError(t, err)
	back, applied := price()
	require.Equal(t, []any{full, false}, []any{back, applied})
	require.Equal(t, "deactivated", s.campus().CampusProgramSubscriptionStatus)

	s.upload(byUpload, student(nil), scan(t), &o)
	var left httpapi.Outcome
	s.post("/auth/logout-and-transfer", `{}`, &left)
	taken, _ := price()
	require.Equal(t, full, taken, "the cart is nobody's now")
}

func TestCampusIsForPrivateCustomersWithAFullLogin(t *testing.T) {
	s := newCheckout(t)
	var p httpapi.Problem
	require.Equal(t, http.StatusUnauthorized, s.upload(byUpload, student(nil), scan(t), &p).Code)
	require.Equal(t, http.StatusUnauthorized, s.do("GET", "/account/campus-program-status", "", nil).Code)
	var r httpapi.RegistrationResponse
	s.post("/auth/registration", `{"email": "b@example.org", "firstName": "Erika", "lastName": "Muster", "password": "Zug7Berg", "company": "Muster GmbH",
		"businessForm": 1, "businessType": "consumer", "address": {`+savedForm+`}}`, &r)
	require.True(t, r.Registered, r.Errors)
	require.Equal(t, http.StatusForbidden, s.upload(byUpload, student(nil), scan(t), &p).Code)
	require.Equal(t, "campus_private_only", p.Err.Reason)
}
