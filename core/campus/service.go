package campus

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/page"
)

// The storefront's pages: of the programme, and of the link that is mailed.
const (
	Path        = "/kundenkonto/studentenprogramm"
	ConfirmPath = "/studentenprogramm/bestaetigen?token="
)

// Service is the programme, for customers and for the shop's people.
type Service struct {
	store        Store
	universities []University
	vault        *Vault
	clock        clock.Clock
}

// NewService makes the service. Without universities nobody proves themselves by e-mail, without a vault nobody uploads.
func NewService(store Store, universities []University, vault *Vault, c clock.Clock) *Service {
	return &Service{store: store, universities: universities, vault: vault, clock: c}
}

// Trial is a service that decides as this one does and gives the record as it would be, and keeps nothing: it is for showing what
// would be done, or why it is refused.
func (s *Service) Trial() *Service {
	tried := *s
	tried.store = trial{s.store}
	return &tried
}

type trial struct{ Store }

var errTrial = errors.New("only tried")

// Change undoes what was changed.
func (t trial) Change(ctx context.Context, customerID int64, change func(*Record) (Effects, error)) (*Record, error) {
	var would *Record
	_, err := t.Store.Change(ctx, customerID, func(r *Record) (Effects, error) {
		if _, err := change(r); err != nil {
			return Effects{}, err
		}
		would = r
		return Effects{}, errTrial
	})
	if errors.Is(err, errTrial) {
		return would, nil
	}
	return nil, err
}

// Universities gives those whose members may use their e-mail address, by name.
func (s *Service) Universities() []University { return s.universities }

// Record gives what is known of a customer and the status that it has now.
func (s *Service) Record(ctx context.Context, customerID int64) (*Record, Status, error) {
	r, err := s.store.Record(ctx, customerID)
	if err != nil {
		return nil, "", err
	}
	return r, r.Status(s.clock.Now()), nil
}

// RegisterByEmail mails a link to the university's address. Faults are ErrTerms, ErrEmail, ErrEmailUsed, ErrAgain,
// ErrOtherMail, ErrBusiness and ErrOften.
func (s *Service) RegisterByEmail(ctx context.Context, customerID, universityID int64, email string, terms bool) error {
	if !terms {
		return ErrTerms
	}
	email, reason := address.Email(email)
	if reason != "" {
		return ErrEmail
	}
	switch taken, err := s.store.Taken(ctx, email, customerID); {
	case err != nil:
		return err
	case taken:
		return ErrEmailUsed
	}
	token := ident.Token()
	_, err := s.store.Change(ctx, customerID, func(r *Record) (Effects, error) {
		now := s.clock.Now()
		if err := r.mayApply(now); err != nil {
			return Effects{}, err
		}
		u, ok := s.university(universityID)
		if !ok || !u.Owns(email) {
			return Effects{}, ErrOtherMail
		}
		if err := r.applyByEmail(u, email, ident.Digest(token), now); err != nil {
			return Effects{}, err
		}
		return effects(r, mail.CampusConfirm, email, mail.CampusData{Path: ConfirmPath + token})
	})
	return err
}

func (s *Service) university(id int64) (University, bool) {
	for _, u := range s.universities {
		if u.ID == id {
			return u, true
		}
	}
	return University{}, false
}

// Upload is a proof as somebody sends it.
type Upload struct {
	Claim
	Born    Date // zero: not told
	Terms   bool
	Content []byte
}

// RegisterByUpload stores a proof until it is reviewed. The day of birth is looked at and not kept. Faults: ErrTerms,
// Invalid ("campus_invalid") with fields, those of Sniff, ErrAgain, ErrBusiness, ErrNoKey.
func (s *Service) RegisterByUpload(ctx context.Context, customerID int64, u Upload) error {
	if !u.Terms {
		return ErrTerms
	}
	now := s.clock.Now()
	claim, wrong := u.check(now)
	if wrong = append(wrong, tooYoung(u.Born, now)...); len(wrong) > 0 {
		return fault.InvalidFields("campus_invalid", wrong...)
	}
	proof, err := Sniff(u.Content)
	if err != nil {
		return err
	}
	seal := func(id string) (Sealed, error) { return s.vault.seal(id, proof.Content) }
	_, err = s.store.Change(ctx, customerID, func(r *Record) (Effects, error) {
		if err := r.applyByUpload(claim, proof, seal, now); err != nil {
			return Effects{}, err
		}
		return effects(r, mail.CampusReceived, r.Email, mail.CampusData{Path: Path})
	})
	return err
}

// Confirm makes a member of whoever opened the link; opened again while the membership holds, it does nothing. Faults:
// ErrWrongLink, ErrEmailUsed.
func (s *Service) Confirm(ctx context.Context, token string) error {
	digest := ident.Digest(token)
	id, err := s.store.Linked(ctx, digest)
	if fault.CodeOf(err) == fault.NotFound {
		return ErrWrongLink
	}
	if err != nil {
		return err
	}
	_, err = s.store.Change(ctx, id, func(r *Record) (Effects, error) {
		switch made, err := r.confirm(digest, s.clock.Now()); {
		case err != nil:
			return Effects{}, err
		case !made:
			return Effects{}, nil
		}
		return active(r)
	})
	return err
}

// Reviews gives the records of a filter and how many there are.
func (s *Service) Reviews(ctx context.Context, f Filter, p page.Page) ([]*Record, int, error) {
	return s.store.Records(ctx, f, p)
}

// Document gives the proof that a customer's application holds. Faults: ErrNotPending, ErrNoKey, Conflict
// ("campus_key_wrong").
func (s *Service) Document(ctx context.Context, customerID int64) (Proof, error) {
	r, err := s.store.Record(ctx, customerID)
	if err != nil {
		return Proof{}, err
	}
	a := r.Application
	if a == nil || a.Kind != ByUpload {
		return Proof{}, ErrNotPending
	}
	sealed, err := s.store.Document(ctx, a.ID)
	if err != nil {
		return Proof{}, err
	}
	content, err := s.vault.open(a.ID, sealed)
	return Proof{MediaType: a.MediaType, Content: content}, err
}

// Papers implements privacy.Papers: the proof that waits for its review.
func (s *Service) Papers(ctx context.Context, customerID int64) (map[string][]byte, error) {
	proof, err := s.Document(ctx, customerID)
	switch {
	case err == nil:
		return map[string][]byte{"campus_proof" + Extension(proof.MediaType): proof.Content}, nil
	case errors.Is(err, ErrNotPending):
		return nil, nil
	case errors.Is(err, ErrNoKey), fault.ReasonOf(err) == "campus_key_wrong":
		slog.WarnContext(ctx, "a copy of a customer's data is without the campus proof", "customer", customerID, "error", err)
		return nil, nil
	}
	return nil, err
}

// Approve makes a member of whoever uploaded a proof and deletes the document; until is the last day where it is set, else the
// proof's, or that of the membership which holds if it is later. proof is the ID of the application that was looked at, "" for
// whichever is there. Faults: ErrNotPending, ErrUntil, ErrReplaced.
func (s *Service) Approve(ctx context.Context, customerID int64, proof string, until Date) (*Record, error) {
	return s.store.Change(ctx, customerID, func(r *Record) (Effects, error) {
		if err := r.decided(proof); err != nil {
			return Effects{}, err
		}
		if err := r.approve(until, s.clock.Now()); err != nil {
			return Effects{}, err
		}
		return active(r)
	})
}

// Reject refuses a proof, as Approve takes it, and deletes the document; without a proof, of which NoProof makes sure, it ends the
// membership. Faults:
// ErrNotPending, ErrReplaced.
func (s *Service) Reject(ctx context.Context, customerID int64, proof string, why Reason) (*Record, error) {
	return s.store.Change(ctx, customerID, func(r *Record) (Effects, error) {
		if err := r.decided(proof); err != nil {
			return Effects{}, err
		}
		now := s.clock.Now()
		if err := r.reject(why, now); err != nil {
			return Effects{}, err
		}
		told := r.refuse(now)
		fx, err := effects(r, mail.CampusRejected, r.Email, mail.CampusData{Path: Path, Reason: string(why), Orders: told})
		fx.Refused = len(told) > 0
		return fx, err
	})
}

// End ends a membership whose reason is gone, as if its time were over: the customer may apply again. Fault ErrNoMember.
func (s *Service) End(ctx context.Context, customerID int64) (*Record, error) {
	return s.store.Change(ctx, customerID, func(r *Record) (Effects, error) {
		if err := r.end(s.clock.Now()); err != nil {
			return Effects{}, err
		}
		return effects(r, mail.CampusExpired, r.Email, mail.CampusData{Path: Path})
	})
}

// Leave ends the part of a customer who became a business: what was uploaded is deleted, and the university's address is
// free again. The mail about the business says so. For anybody else, and done again, it does nothing.
func (s *Service) Leave(ctx context.Context, customerID int64) error {
	_, err := s.store.Change(ctx, customerID, func(r *Record) (Effects, error) {
		return Effects{Tell: r.leave(s.clock.Now())}, nil
	})
	if fault.CodeOf(err) == fault.NotFound {
		return nil // the account is gone, and the record with it
	}
	return err
}

// Advance does what the time demands, tells the customer, and says what remains. Done again it does nothing.
func (s *Service) Advance(ctx context.Context, customerID int64) (Next, error) {
	var now time.Time
	r, err := s.store.Change(ctx, customerID, func(r *Record) (Effects, error) {
		var all Effects
		for now = s.clock.Now(); ; {
			var template string
			data := mail.CampusData{Path: Path}
			switch r.advance(now) {
			case "":
				return all, nil
			case noticed:
				template, data.Until = mail.CampusNearExpiry, r.Membership.ValidUntil
			case ended:
				template = mail.CampusExpired
			case lapsed:
				template, data.Orders = mail.CampusLapsed, r.refuse(now)
				all.Refused = len(data.Orders) > 0
			}
			fx, err := effects(r, template, r.Email, data)
			if err != nil {
				return all, err
			}
			all.Mails = append(all.Mails, fx.Mails...) // the workflow is what is looking: nobody tells it
		}
	})
	if fault.CodeOf(err) == fault.NotFound {
		return s.abandoned(ctx, customerID)
	}
	if err != nil {
		return Next{}, err
	}
	return r.next(now), nil
}

// abandoned is Advance of an account that is gone, and the record with it: nobody proves anything any more.
func (s *Service) abandoned(ctx context.Context, customerID int64) (n Next, err error) {
	waiting, err := s.store.Waiting(ctx, customerID)
	for _, w := range waiting {
		n.Overdue = append(n.Overdue, w.OrderID)
	}
	return n, err
}

func active(r *Record) (Effects, error) {
	return effects(r, mail.CampusActive, r.Email, mail.CampusData{Path: Path, Until: r.Membership.ValidUntil})
}

// effects are a mail and a word to the workflow.
func effects(r *Record, template, to string, data mail.CampusData) (Effects, error) {
	data.FirstName = r.FirstName
	content, err := json.Marshal(data)
	letter := mail.Request{
		ID: template + "-" + strconv.FormatInt(r.CustomerID, 10) + "-" + ident.New(), Template: template, To: to, Lang: r.Lang, Data: content,
	}
	return Effects{Mails: []mail.Request{letter}, Tell: true}, err
}
