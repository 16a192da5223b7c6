package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/fault"
)

// CampusStatus is the customer's part in the campus programme.
type CampusStatus struct {
	AutomatedVerificationEnabled              bool   `json:"automatedVerificationEnabled" doc:"a university's e-mail address proves it"`
	CampusProgramSubscriptionStatus           string `json:"campusProgramSubscriptionStatus" enum:"unknown,valid,valid-near-expire,deactivated,pending,expired"`
	CampusProgramSubscriptionValidToDateTime  string `json:"campusProgramSubscriptionValidToDateTime" doc:"RFC 3339; empty where there is no membership"`
	CampusProgramVerificationType             string `json:"campusProgramVerificationType" doc:"manual or email; empty when unknown"`
	CampusProgramSubscriptionRenewalRequested bool   `json:"campusProgramSubscriptionRenewalRequested" doc:"a member who applied for longer"`
}

// CampusUniversity is one whose e-mail addresses count.
type CampusUniversity struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// CampusEmailRegistration applies with a university's e-mail address.
type CampusEmailRegistration struct {
	UniversityID int64  `json:"university_id,omitempty"`
	Email        string `json:"email,omitempty" maxLength:"200"`
	Terms        bool   `json:"terms,omitempty"`
}

// CampusConfirmation carries the token of a mailed link.
type CampusConfirmation struct {
	Token string `json:"token" maxLength:"100"`
}

// CampusOutcome is the answer to an application.
type CampusOutcome struct {
	Successful bool            `json:"successful"`
	Error      string          `json:"error,omitempty" doc:"translation key"`
	ErrorMsg   string          `json:"errorMsg,omitempty" doc:"the error in the visitor's language"`
	ErrorData  CampusErrorData `json:"errorData,omitzero"`
	Errors     []ProblemField  `json:"errors"`
}

// CampusErrorData goes with cannot_register_again.
type CampusErrorData struct {
	PossibleRenewalDate string `json:"possibleRenewalDate,omitempty" doc:"the first day of renewal, 2026-03-31"`
	UniversityEmail     string `json:"universityEmail,omitempty"`
}

// studentData is the form that goes with a document.
type studentData struct {
	Type      campus.StudentType `json:"studentType"`
	Terms     bool               `json:"studentAgb"`
	School    string             `json:"studentSchool"`
	ValidFrom string             `json:"studentValidFrom"`
	ValidTo   string             `json:"studentValidTo"`
	Birthday  string             `json:"studentBirthday"`
}

// campusUpload is read here rather than by huma, which would keep a file of any size.
type campusUpload struct {
	ContentType string `header:"Content-Type"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

const (
	// maxUpload leaves room around the file for the form, and for a file that is too big to be told so.
	maxUpload     = campus.MaxFile + 1<<20
	uploadTimeout = 60 * time.Second
)

func (s *Server) registerCampus(api huma.API) {
	register(api, get("campus", "campusStatus", "/account/campus-program-status", "The customer's part in the campus programme"), s.campusStatus)
	register(api, get("campus", "campusUniversities", "/account/campus-universities", "Universities whose e-mail addresses count"), s.campusUniversities)
	register(api, post("campus", "campusRegisterEmail", "/account/campus-program-email-based-registration", "Apply with a university's e-mail address"), s.campusRegisterEmail)
	register(api, post("campus", "campusConfirm", "/account/campus-program-confirmation", "Open the link that was mailed to the university's address"), s.campusConfirm)
	upload := post("campus", "campusRegister", "/account/campus-program-registration", "Apply with a document")
	upload.MaxBodyBytes, upload.BodyReadTimeout, upload.SkipValidateBody = maxUpload, uploadTimeout, true
	upload.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{"file", "studentData"},
		Properties: map[string]*huma.Schema{
			"file": {Type: huma.TypeString, Format: "binary", Description: "JPG, GIF, PNG or PDF of at most 2.5 MB"},
			"studentData": {Type: huma.TypeString, Description: "JSON: studentType (1 student, 2 pupil, 3 trainee, 4 teacher), studentAgb, " +
				"studentSchool, studentValidFrom, studentValidTo (2026-03-31 or 31.03.2026), studentBirthday (optional)"},
		},
	}}}}
	register(api, upload, s.campusRegister)
}

func (s *Server) campusStatus(ctx context.Context, _ *none) (CampusStatus, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return CampusStatus{}, err
	}
	r, status, err := s.deps.Campus.Record(ctx, v.Session.CustomerID)
	if err != nil {
		return CampusStatus{}, err
	}
	answer := CampusStatus{
		AutomatedVerificationEnabled:    len(s.deps.Campus.Universities()) > 0,
		CampusProgramSubscriptionStatus: string(status),
	}
	if m := r.Membership; m != nil && !m.Deactivated {
		answer.CampusProgramSubscriptionValidToDateTime = m.ValidUntil.Format(time.RFC3339)
	}
	switch {
	case status == campus.Pending:
		answer.CampusProgramVerificationType = string(r.Application.Kind)
	case r.Membership != nil:
		answer.CampusProgramVerificationType = string(r.Membership.Kind)
		answer.CampusProgramSubscriptionRenewalRequested = status == campus.NearExpiry && r.Application != nil
	}
	return answer, nil
}

func (s *Server) campusUniversities(_ context.Context, _ *none) ([]CampusUniversity, error) {
	known := s.deps.Campus.Universities()
	list := make([]CampusUniversity, len(known))
	for i, u := range known {
		list[i] = CampusUniversity{ID: u.ID, Name: u.Name}
	}
	return list, nil
}

func (s *Server) campusRegisterEmail(ctx context.Context, in *body[CampusEmailRegistration]) (CampusOutcome, error) {
	customerID, err := s.campusApplicant(ctx)
	if err != nil {
		return CampusOutcome{}, err
	}
	err = s.deps.Campus.RegisterByEmail(ctx, customerID, in.Body.UniversityID, in.Body.Email, in.Body.Terms)
	return s.campusOutcome(ctx, customerID, err)
}

func (s *Server) campusRegister(ctx context.Context, in *campusUpload) (CampusOutcome, error) {
	customerID, err := s.campusApplicant(ctx)
	if err != nil {
		return CampusOutcome{}, err
	}
	upload, err := readUpload(in)
	if err == nil {
		err = s.deps.Campus.RegisterByUpload(ctx, customerID, upload)
	}
	return s.campusOutcome(ctx, customerID, err)
}

// campusApplicant gives the customer who applies.
func (s *Server) campusApplicant(ctx context.Context) (customerID int64, err error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return 0, err
	}
	return v.Session.CustomerID, s.limiter.allow(limitForm, visitOf(ctx).client)
}

// campusConfirm needs no login: the university's mailbox may be open on another machine.
func (s *Server) campusConfirm(ctx context.Context, in *body[CampusConfirmation]) (CampusOutcome, error) {
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return CampusOutcome{}, err
	}
	return s.campusOutcome(ctx, 0, s.deps.Campus.Confirm(ctx, in.Body.Token))
}

func (s *Server) campusOutcome(ctx context.Context, customerID int64, err error) (CampusOutcome, error) {
	o, err := outcomeOf(err)
	answer := CampusOutcome{Successful: o.Successful, Error: o.Error, Errors: o.Errors}
	if text, ok := texts["campus."+o.Error]; ok {
		answer.ErrorMsg = text.In(language(ctx))
	}
	if err != nil || o.Error != campus.ErrAgain.Reason {
		return answer, err
	}
	r, _, err := s.deps.Campus.Record(ctx, customerID)
	if err == nil && r.Membership != nil {
		answer.ErrorData = CampusErrorData{
			PossibleRenewalDate: campus.DateOf(r.Membership.ValidUntil.Add(-campus.Notice)).String(),
			UniversityEmail:     r.Membership.Email,
		}
	}
	return answer, err
}

// readUpload takes the form apart. What is missing shows in the domain's checks. Fault Invalid ("input_invalid").
func readUpload(in *campusUpload) (u campus.Upload, err error) {
	_, params, err := mime.ParseMediaType(in.ContentType)
	if err != nil {
		return u, fault.Wrap(err, fault.Invalid, "input_invalid")
	}
	form := multipart.NewReader(bytes.NewReader(in.RawBody), params["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return u, nil
		}
		var content []byte
		if err == nil {
			content, err = io.ReadAll(part)
		}
		if err != nil {
			return u, fault.Wrap(err, fault.Invalid, "input_invalid")
		}
		switch part.FormName() {
		case "file":
			u.Content = content
		case "studentData":
			if err := readStudent(content, &u); err != nil {
				return u, err
			}
		}
	}
}

func readStudent(content []byte, u *campus.Upload) error {
	var d studentData
	if err := json.Unmarshal(content, &d); err != nil {
		return fault.Wrap(err, fault.Invalid, "input_invalid")
	}
	u.Terms, u.Type, u.School = d.Terms, d.Type, d.School
	var wrong []fault.Field
	for name, to := range map[string]struct {
		text string
		date *campus.Date
	}{"studentValidFrom": {d.ValidFrom, &u.From}, "studentValidTo": {d.ValidTo, &u.To}, "studentBirthday": {d.Birthday, &u.Born}} {
		if to.date.UnmarshalText([]byte(to.text)) != nil {
			wrong = append(wrong, fault.Field{Name: name, Reason: campus.InvalidDate})
		}
	}
	if len(wrong) > 0 {
		return fault.InvalidFields("campus_invalid", wrong...)
	}
	return nil
}
