// Package reseal seals anew, under today's keys, what the keys before sealed, so that those can be thrown away.
//
//	Store ─ Next ─► Renew (opens by the former key, seals by today's) ─► Replace ─► Store
package reseal

import (
	"context"
	"log/slog"
)

// Kind is what is sealed. Each kind has a key of its settings.
type Kind string

// What the shop seals.
const (
	Cards   Kind = "cards"   // saved cards
	Exports Kind = "exports" // copies of a customer's data that wait to be fetched
	Proofs  Kind = "proofs"  // documents of the campus programme that wait for a review
)

// Kinds are all of them.
var Kinds = []Kind{Cards, Exports, Proofs}

// Kept is a sealed content where it is kept.
type Kept struct {
	ID         string // a UUID
	CustomerID int64
	Content    []byte
	Digest     []byte // of a card that was sealed anew; nothing else has one
}

// Store keeps what is sealed, which it cannot read. Each call is one transaction.
type Store interface {
	// Next gives the first of a kind after an ID, in the order of IDs; nil when there is none. "" begins.
	Next(ctx context.Context, kind Kind, after string) (*Kept, error)
	// Replace puts fresh in the place of was. What is gone, or another meanwhile, stays so.
	Replace(ctx context.Context, kind Kind, was, fresh *Kept) error
}

// Renew seals anew what the former key sealed; nil for what today's key sealed. An error when neither opens it.
type Renew func(*Kept) (*Kept, error)

// Count says what became of a kind.
type Count struct {
	Kind       Kind `json:"kind"`
	Anew       int  `json:"sealedAnew"`
	Before     int  `json:"sealedBefore"` // under today's key
	Unreadable int  `json:"unreadable"`   // under neither; they stay as they are
}

// All goes through a kind. It may be repeated, and run while the shop does; what is cut off goes on with the next run.
func All(ctx context.Context, store Store, kind Kind, renew Renew) (Count, error) {
	n := Count{Kind: kind}
	for after := ""; ; {
		kept, err := store.Next(ctx, kind, after)
		if kept == nil || err != nil {
			return n, err
		}
		after = kept.ID
		fresh, err := renew(kept)
		switch {
		case err != nil:
			slog.WarnContext(ctx, "what is sealed does not open", "kind", kind, "id", kept.ID, "customer", kept.CustomerID, "error", err)
			n.Unreadable++
		case fresh == nil:
			n.Before++
		default:
			if err := store.Replace(ctx, kind, kept, fresh); err != nil {
				return n, err
			}
			n.Anew++
		}
	}
}
