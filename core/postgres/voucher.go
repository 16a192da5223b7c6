package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/voucher"
)

// Vouchers keeps vouchers. It implements voucher.Store.
type Vouchers struct{ pool *pgxpool.Pool }

var _ voucher.Store = (*Vouchers)(nil)

// NewVouchers makes the store.
func NewVouchers(pool *pgxpool.Pool) *Vouchers { return &Vouchers{pool} }

var voucherFaults = map[string]*fault.Error{
	NoRows:                         fault.New(fault.NotFound, "voucher_unknown"),
	"voucher_redemptions_in_limit": fault.New(fault.Conflict, "voucher_used_up"),
	"voucher_amount_or_percent":    fault.New(fault.Invalid, "voucher_amount_or_percent"),
}

const selectVoucher = `
	select v.code, v.amount_minor, v.percent, v.minimum_minor, v.valid_from, v.valid_until, v.max_redemptions, v.redeemed
	from voucher v `

// Voucher finds one.
func (s *Vouchers) Voucher(ctx context.Context, code string) (*voucher.Voucher, error) {
	rows, err := s.pool.Query(ctx, selectVoucher+`where v.code = $1`, voucher.Code(code))
	if err != nil {
		return nil, FaultOf(err, voucherFaults)
	}
	v, err := pgx.CollectExactlyOneRow(rows, scanVoucher)
	if err != nil {
		return nil, FaultOf(err, voucherFaults)
	}
	return v, nil
}

// Vouchers finds several.
func (s *Vouchers) Vouchers(ctx context.Context, codes []string) ([]*voucher.Voucher, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, selectVoucher+`
		join unnest($1::text[]) with ordinality as c (code, n) on c.code = v.code order by c.n`, codes)
	if err != nil {
		return nil, FaultOf(err, voucherFaults)
	}
	list, err := pgx.CollectRows(rows, scanVoucher)
	return list, FaultOf(err, voucherFaults)
}

// All gives every one.
func (s *Vouchers) All(ctx context.Context) ([]*voucher.Voucher, error) {
	rows, err := s.pool.Query(ctx, selectVoucher+`order by v.code`)
	if err != nil {
		return nil, FaultOf(err, voucherFaults)
	}
	list, err := pgx.CollectRows(rows, scanVoucher)
	return list, FaultOf(err, voucherFaults)
}

// Save writes one.
func (s *Vouchers) Save(ctx context.Context, v *voucher.Voucher) error {
	var until *time.Time
	if !v.ValidUntil.IsZero() {
		until = &v.ValidUntil
	}
	_, err := s.pool.Exec(ctx, `
		insert into voucher (code, amount_minor, percent, minimum_minor, valid_from, valid_until, max_redemptions)
		values ($1, $2, $3, $4, $5, $6, $7)
		on conflict on constraint voucher_pkey do update set
		  amount_minor = excluded.amount_minor, percent = excluded.percent, minimum_minor = excluded.minimum_minor,
		  valid_from = excluded.valid_from, valid_until = excluded.valid_until, max_redemptions = excluded.max_redemptions`,
		voucher.Code(v.Code), v.Amount.Minor, v.Percent, v.Minimum.Minor, v.ValidFrom, until, v.MaxRedemptions)
	return FaultOf(err, voucherFaults)
}

func scanVoucher(row pgx.CollectableRow) (*voucher.Voucher, error) {
	v := &voucher.Voucher{}
	var amount, minimum int64
	var until *time.Time
	err := row.Scan(&v.Code, &amount, &v.Percent, &minimum, &v.ValidFrom, &until, &v.MaxRedemptions, &v.Redeemed)
	v.Amount, v.Minimum, v.ValidFrom = euro(amount), euro(minimum), v.ValidFrom.UTC()
	if until != nil {
		v.ValidUntil = until.UTC()
	}
	return v, err
}
