package privacy

import (
	"archive/zip"
	"bytes"
	"context"
	"maps"
	"slices"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
)

// Sealer encrypts what is kept for a customer.
type Sealer interface {
	Close(customerID int64, content []byte) []byte
	Open(customerID int64, sealed []byte) ([]byte, error)
}

// Service takes requests and brings them on.
type Service struct {
	store  Store
	seal   Sealer
	clock  clock.Clock
	papers Papers
}

// NewService makes the service.
func NewService(store Store, seal Sealer, c clock.Clock) *Service {
	return &Service{store: store, seal: seal, clock: c}
}

// Enclose has exports bring these papers as well.
func (s *Service) Enclose(p Papers) *Service {
	s.papers = p
	return s
}

// path is the page on which an export can be fetched.
const path = "/kundenkonto/kontaktinformationen"

// Ask takes a customer's request; client is the caller's address. The caller has made sure that it is the customer.
// Fault Conflict ("privacy_request_open").
func (s *Service) Ask(ctx context.Context, customerID int64, kind Kind, client string) error {
	now := s.clock.Now()
	r := Request{ID: ident.New(), CustomerID: customerID, Kind: kind, State: Asked, RequestedAt: now}
	return s.store.Begin(ctx, r, now.Add(-Pause), client)
}

// Latest gives a customer's newest export, nil for none.
func (s *Service) Latest(ctx context.Context, customerID int64) (*Request, error) {
	return s.store.Latest(ctx, customerID, Export)
}

// Fetch gives the customer's newest export, a ZIP file. Fault NotFound ("export_not_found") where none is ready.
func (s *Service) Fetch(ctx context.Context, customerID int64) ([]byte, error) {
	_, sealed, err := s.store.Sealed(ctx, customerID, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return s.seal.Open(customerID, sealed)
}

// Advance does what is due of a request and says when to look again; zero: never. It may be repeated.
func (s *Service) Advance(ctx context.Context, id string) (time.Time, error) {
	r, err := s.store.Request(ctx, id)
	if err != nil {
		return time.Time{}, err
	}
	now := s.clock.Now()
	if r.State == Done || now.Before(r.DueAt) {
		return r.DueAt, nil
	}
	switch r.State {
	case Asked:
		if r.Kind == Export {
			return s.export(ctx, r, now)
		}
		return now, s.store.Close(ctx, r, now)
	case Ready:
		return s.move(ctx, r, Done, time.Time{})
	case Locked:
		return s.settle(ctx, r, now)
	case Keyless:
		if err := s.store.Erase(ctx, r.CustomerID); err != nil {
			return time.Time{}, err
		}
		return s.move(ctx, r, Done, time.Time{})
	}
	return time.Time{}, nil
}

func (s *Service) move(ctx context.Context, r *Request, to State, due time.Time) (time.Time, error) {
	return due, s.store.Move(ctx, r.ID, to, due)
}

func (s *Service) export(ctx context.Context, r *Request, now time.Time) (time.Time, error) {
	copied, err := s.store.Gather(ctx, r.CustomerID)
	if err != nil {
		return time.Time{}, err
	}
	if s.papers != nil {
		papers, err := s.papers.Papers(ctx, r.CustomerID)
		if err != nil {
			return time.Time{}, err
		}
		for _, name := range slices.Sorted(maps.Keys(papers)) {
			copied.Files = append(copied.Files, File{Name: name, Content: papers[name]})
		}
	}
	note, err := copied.Mail(mail.AccountData{Path: path})
	if err != nil {
		return time.Time{}, err
	}
	about := readme(copied.Files, string(note.Lang), note.Lang.Date(now))
	content, err := pack(append([]File{about}, copied.Files...), now)
	if err != nil {
		return time.Time{}, err
	}
	due := now.Add(Keep)
	return due, s.store.Finish(ctx, r.ID, s.seal.Close(r.CustomerID, content), due, note)
}

func pack(files []File, now time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: now})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.Content); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// settle destroys the keys once every order is through: until then the orders' workflows need them.
func (s *Service) settle(ctx context.Context, r *Request, now time.Time) (time.Time, error) {
	open, newest, err := s.store.UnderWay(ctx, r.CustomerID)
	if err != nil {
		return time.Time{}, err
	}
	if len(open) > 0 {
		return s.move(ctx, r, Locked, now.Add(look))
	}
	if err := s.store.Forget(ctx, r.CustomerID); err != nil {
		return time.Time{}, err
	}
	if newest.IsZero() { // no sale, whose papers would be kept
		if err := s.store.Erase(ctx, r.CustomerID); err != nil {
			return time.Time{}, err
		}
		return s.move(ctx, r, Done, time.Time{})
	}
	return s.move(ctx, r, Keyless, Release(newest))
}

// Release is when the papers of a sale need not be kept any longer: the end of the tenth year after the one of the sale, which
// is the year in Germany.
func Release(sold time.Time) time.Time {
	return time.Date(sold.In(clock.Germany).Year()+retention+1, time.January, 1, 0, 0, 0, 0, time.UTC)
}
