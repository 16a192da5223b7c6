package customer

import (
	"context"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

// The faults of changes.
var (
	ErrWrongPassword    = fault.New(fault.Invalid, "account_password_invalid")
	ErrWrongOldPassword = fault.New(fault.Invalid, "old_password_incorrect")
	ErrSamePassword     = fault.New(fault.Invalid, "old_and_new_password_equal")
	ErrNewEmail         = fault.New(fault.Invalid, "account_new_email_invalid")
	ErrNotAllowed       = fault.New(fault.Conflict, "action_not_allowed")
	ErrStudent          = fault.New(fault.Conflict, "action_not_allow_for_student")
	ErrMissing          = fault.New(fault.Invalid, "missing_param")
)

// wrongInput is the fault of a change whose fields break the rules. One that only lacks something says so.
func wrongInput(wrong ...fault.Field) error {
	if !slices.ContainsFunc(wrong, func(f fault.Field) bool { return f.Reason != address.Missing }) {
		return fault.InvalidFields(ErrMissing.Reason, wrong...)
	}
	return fault.InvalidFields("account_change_invalid", wrong...)
}

// weakPassword is the fault of a new password that breaks the rules. It is not that of a wrong one, which a person would type again.
func weakPassword(reason string) error {
	return fault.InvalidFields("password_change_failed", fault.Field{Name: "newPassword", Reason: reason})
}

// confirm holds a change's password against the customer's. Wrong ones count like those of a login, so that an
// unattended browser is no place to guess; one that is missing is no try.
func (s *Service) confirm(ctx context.Context, v Visit, password string, wrong error) (*Customer, error) {
	if password == "" {
		return nil, ErrMissing
	}
	c, err := s.store.Customer(ctx, v.Session.CustomerID)
	if err != nil {
		return nil, err
	}
	counted := limitOf(v.Session.ID)
	until, err := s.store.Try(ctx, counted)
	if err != nil {
		return nil, err
	}
	right, err := passwordIs(ctx, password, c.PasswordHash)
	if err != nil {
		return nil, err
	}
	if !right {
		return nil, s.refuse(ctx, v, PasswordRefused, c.ID, until, wrong)
	}
	return c, s.store.Forgive(ctx, counted)
}

// ConfirmPassword holds a password against the customer's, before something that cannot be taken back. Faults: Invalid
// ("account_password_invalid", "missing_param"), *Blocked.
func (s *Service) ConfirmPassword(ctx context.Context, v Visit, password string) error {
	_, err := s.confirm(ctx, v, password, ErrWrongPassword)
	return err
}

// renew has this server forget the customer's other sessions, which ended with the change, and gives this one a new token.
func (s *Service) renew(ctx context.Context, v Visit) (string, error) {
	if err := s.sessions.EndAll(ctx, v.Session.CustomerID, v.Session.ID); err != nil {
		return "", err
	}
	return s.sessions.Rotate(ctx, v.Token)
}

// ChangePassword sets a new password and gives the session's new token; the customer's other sessions end. Faults:
// Invalid ("old_password_incorrect", "old_and_new_password_equal", "missing_param", "password_change_failed" with the
// field), *Blocked.
func (s *Service) ChangePassword(ctx context.Context, v Visit, current, next string) (string, error) {
	if next == "" {
		return "", wrongInput(fault.Field{Name: "newPassword", Reason: address.Missing})
	}
	if reason := CheckPassword(next); reason != "" {
		return "", weakPassword(reason)
	}
	before, err := s.confirm(ctx, v, current, ErrWrongOldPassword)
	if err != nil {
		return "", err
	}
	if next == current {
		return "", ErrSamePassword
	}
	hash, err := hashPassword(ctx, next)
	if err != nil {
		return "", err
	}
	_, err = s.store.Change(ctx, before.ID, func(c *Customer) (Effects, error) {
		if c.PasswordHash != before.PasswordHash {
			return Effects{}, ErrWrongOldPassword // by now
		}
		c.PasswordHash = hash
		note, err := letter(mail.PasswordChanged, c, mail.AccountData{FirstName: c.FirstName, Path: "/kundenkonto/passwort+vergessen"})
		return Effects{Event: s.event(PasswordChanged, c.ID, v), Mails: []mail.Request{note}, Keep: v.Session.ID}, err
	})
	if err != nil {
		return "", err
	}
	return s.renew(ctx, v)
}

// ChangeEmail sets a new e-mail address, tells the old one, and gives the session's new token; the customer's other
// sessions end. Faults: Invalid ("account_password_invalid", "missing_param"); Invalid ("account_new_email_invalid") for one that is
// malformed, the same as before, or another account's; *Blocked.
func (s *Service) ChangeEmail(ctx context.Context, v Visit, email, password string) (string, error) {
	email, reason := address.Email(email)
	if reason == address.Missing {
		return "", wrongInput(fault.Field{Name: "email", Reason: reason})
	}
	if reason != "" {
		return "", fault.InvalidFields(ErrNewEmail.Reason, fault.Field{Name: "email", Reason: reason})
	}
	before, err := s.confirm(ctx, v, password, ErrWrongPassword)
	if err != nil {
		return "", err
	}
	if strings.EqualFold(before.Email, email) {
		return "", ErrNewEmail
	}
	_, err = s.store.Change(ctx, before.ID, func(c *Customer) (Effects, error) {
		if c.PasswordHash != before.PasswordHash {
			return Effects{}, ErrWrongPassword // by now
		}
		note, err := letter(mail.EmailChanged, c, mail.AccountData{FirstName: c.FirstName})
		c.Email, c.Proven = email, false
		return Effects{Event: s.event(EmailChanged, c.ID, v), Mails: []mail.Request{note}, Keep: v.Session.ID}, err
	})
	if fault.CodeOf(err) == fault.Conflict {
		return "", ErrNewEmail
	}
	if err != nil {
		return "", err
	}
	return s.renew(ctx, v)
}

// CorrectEmail gives the change by which an operator sets the e-mail address of a customer who is shut out by a mistyped one:
// codes and links go to it. The one before is told, and all sessions end. Faults Invalid ("account_new_email_invalid"): of
// CorrectEmail for a malformed one, of the change for the same as before.
func CorrectEmail(email string, at time.Time) (func(*Customer) (Effects, error), error) {
	email, reason := address.Email(email)
	if reason != "" {
		return nil, fault.InvalidFields(ErrNewEmail.Reason, fault.Field{Name: "email", Reason: reason})
	}
	return func(c *Customer) (Effects, error) {
		if strings.EqualFold(c.Email, email) {
			return Effects{}, ErrNewEmail
		}
		note, err := letter(mail.EmailChanged, c, mail.AccountData{FirstName: c.FirstName})
		c.Email, c.Proven = email, false
		return Effects{Event: Event{Kind: EmailChanged, CustomerID: c.ID, At: at}, Mails: []mail.Request{note}}, err
	}, nil
}

// ChangeNames sets the customer's names, which members of the campus programme may not: their proof has these. Faults:
// Invalid ("account_change_invalid", "missing_param") with fields, Invalid ("account_password_invalid"), *Blocked, Conflict
// ("action_not_allow_for_student").
func (s *Service) ChangeNames(ctx context.Context, v Visit, first, last, password string) error {
	first, last = squeeze(first), squeeze(last)
	if wrong := checkNames(first, last); len(wrong) > 0 {
		return wrongInput(wrong...)
	}
	if _, err := s.confirm(ctx, v, password, ErrWrongPassword); err != nil {
		return err
	}
	_, err := s.store.Change(ctx, v.Session.CustomerID, func(c *Customer) (Effects, error) {
		if c.Campus {
			return Effects{}, ErrStudent
		}
		c.FirstName, c.LastName = first, last
		return Effects{Event: s.event(NameChanged, c.ID, v)}, nil
	})
	return err
}

// ChangePhone sets the telephone number; "" takes it away. Fault Invalid ("account_change_invalid", "missing_param") with the field.
func (s *Service) ChangePhone(ctx context.Context, v Visit, phone string) error {
	phone, reason := address.Phone(phone, address.Germany)
	if reason != "" {
		return wrongInput(fault.Field{Name: "telephoneNumber", Reason: reason})
	}
	_, err := s.store.Change(ctx, v.Session.CustomerID, func(c *Customer) (Effects, error) {
		c.Phone = phone
		return Effects{}, nil
	})
	return err
}

// ChangeOwner sets the owner of a business whose form names one. Faults: Invalid ("account_change_invalid", "missing_param") with fields,
// Conflict ("action_not_allowed").
func (s *Service) ChangeOwner(ctx context.Context, v Visit, first, last string) error {
	first, last = squeeze(first), squeeze(last)
	if wrong := checkOwner(first, last); len(wrong) > 0 {
		return wrongInput(wrong...)
	}
	return s.changeBusiness(ctx, v, OwnerChanged, func(b *Business) error {
		if !b.Form.OwnerRequired() {
			return ErrNotAllowed
		}
		b.OwnerFirstName, b.OwnerLastName = first, last
		return nil
	})
}

// ChangeCompany sets the company's name where none is known yet; after that, only the shop's people change it. Faults:
// Invalid ("account_change_invalid", "missing_param") with the field, Conflict ("action_not_allowed").
func (s *Service) ChangeCompany(ctx context.Context, v Visit, company string) error {
	company = squeeze(company)
	if wrong := checkCompany(company); len(wrong) > 0 {
		return wrongInput(wrong...)
	}
	return s.changeBusiness(ctx, v, CompanyChanged, func(b *Business) error {
		if b.Company != "" {
			return ErrNotAllowed
		}
		b.Company = company
		return nil
	})
}

// ChangeVATID sets a business's VAT id. Faults: Invalid ("account_change_invalid", "missing_param") with the field, Conflict
// ("action_not_allowed").
func (s *Service) ChangeVATID(ctx context.Context, v Visit, told string) error {
	_, err := s.store.ChangeBilled(ctx, v.Session.CustomerID, func(c *Customer, billing *Address) (Effects, error) {
		country := address.Germany
		if billing != nil {
			country = billing.CountryID
		}
		id, reason := address.VATID(told, country)
		if reason != "" {
			return Effects{}, wrongInput(fault.Field{Name: "vatId", Reason: reason})
		}
		return s.alterBusiness(c, v, VATIDChanged, func(b *Business) error { b.VATID = id; return nil })
	})
	return err
}

func (s *Service) changeBusiness(ctx context.Context, v Visit, kind Kind, change func(*Business) error) error {
	_, err := s.store.Change(ctx, v.Session.CustomerID, func(c *Customer) (Effects, error) {
		return s.alterBusiness(c, v, kind, change)
	})
	return err
}

func (s *Service) alterBusiness(c *Customer, v Visit, kind Kind, change func(*Business) error) (Effects, error) {
	if c.Business == nil {
		return Effects{}, ErrNotAllowed
	}
	err := change(c.Business)
	return Effects{Event: s.event(kind, c.ID, v), AskVAT: kind == VATIDChanged && c.hasVATID()}, err
}
