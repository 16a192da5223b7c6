// Package restock tells who asked for it that a product can be had again, once.
//
//	Ask ─► unconfirmed ──Confirm──► waiting ── goods are back ─► told and forgotten
//	  │          │ ConfirmLife over    ▲  │ WaitLife over, or Cancel
//	  │          └─► forgotten ◄───────┼──┘
//	  └── by a customer who is logged in
//
// An alert waits as a row. Nothing has to happen when its time is over but that it is told no more, so that no process
// drives it: core/retention forgets it.
package restock

import (
	"context"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/page"
)

// Bounds of an alert.
const (
	ConfirmLife = 48 * time.Hour       // of one that nobody confirmed
	WaitLife    = 180 * 24 * time.Hour // of one that waits
	MailPause   = time.Hour            // between two mails that anyone can cause for one product and address
	MostOpen    = 5                    // unconfirmed alerts of an address; there are no mails for more
)

// Path is the storefront's page that takes a mail's token.
const Path = "/benachrichtigung?token="

const productPath = "/produkt/"

// Wish is somebody's wish to be told. Proven says that the address is known to be the caller's own.
type Wish struct {
	ProductID int64
	Email     string
	Lang      catalog.Lang
	Proven    bool
	At        time.Time
}

// Alert is a wish as it is kept.
type Alert struct {
	ID        string // UUID
	ProductID int64
	Email     string
	Lang      catalog.Lang
	Confirmed bool
}

// Demand is how many wait for a product.
type Demand struct {
	ProductID     int64     `json:"productId"`
	ArticleNumber string    `json:"articleNumber"`
	Name          string    `json:"name"`
	Active        bool      `json:"active"` // false: it is not sold any more
	Waiting       int       `json:"waiting"`
	Since         time.Time `json:"since"` // the first of them
}

// Letter makes the mail that an alert is due, which the store writes with the change. The id is unique for it.
type Letter func(a *Alert, id string) (mail.Request, error)

// Store keeps alerts. Each call is one transaction, but Tell.
type Store interface {
	// Ask keeps a wish and mails what it is owed; digest is of the token in that mail. A product and address have one alert.
	// Nothing changes for one that was asked for less than MailPause ago, unless the new wish is the first that is proven, nor
	// for one that is not, of an address with MostOpen unconfirmed alerts of other products. One that is not changes neither the
	// language nor the end of an alert that waits.
	Ask(ctx context.Context, w Wish, digest []byte, letter Letter) error
	// Confirm makes an alert wait; again does nothing. Fault NotFound ("restock_link_invalid").
	Confirm(ctx context.Context, digest []byte, at time.Time) (*Alert, error)
	// Cancel forgets an alert. One that is not there is forgotten already.
	Cancel(ctx context.Context, digest []byte) error
	// Awaited gives those of the products that somebody waits for and that are in stock; nil asks for all of them.
	Awaited(ctx context.Context, productIDs []int64, at time.Time) ([]int64, error)
	// Tell mails all who wait for a product, the first to wait first, and forgets them. Again does nothing.
	Tell(ctx context.Context, productID int64, at time.Time, letter Letter) error
	// Demand lists the products that are waited for, what most wait for first, and counts them all.
	Demand(ctx context.Context, at time.Time, p page.Page) (list []Demand, total int, err error)
}
