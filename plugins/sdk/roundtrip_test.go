package sdk_test

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// filler sets every field of a value to something that occurs nowhere else in it, so that a field that is dropped or
// mixed up with another on the wire is noticed.
type filler struct {
	n       int64
	outcome payment.Outcome // for fields of that interface
}

func (f *filler) next() int64 { f.n++; return f.n }

func (f *filler) fill(v reflect.Value) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Unix(1_700_000_000+f.next(), 5).UTC()))
		return
	case http.Header:
		v.Set(reflect.ValueOf(http.Header{fmt.Sprintf("X-A%d", f.next()): {"one", "two"}, "X-B": {fmt.Sprint(f.next())}}))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text-%d-äß", f.next()))
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(f.next())
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(uint64(f.next() % 256))
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		f.fill(v.Index(0))
		f.fill(v.Index(1))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			f.fill(key)
			f.fill(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Interface:
		v.Set(reflect.ValueOf(f.outcome))
	default:
		panic("filler: " + v.Type().String())
	}
}

func filled[T any](f *filler) T {
	var out T
	f.fill(reflect.ValueOf(&out).Elem())
	return out
}

// outcomes gives one of each kind, filled.
func outcomes(f *filler) []payment.Outcome {
	return []payment.Outcome{
		filled[payment.Authorized](f), filled[payment.Pending](f), filled[payment.Redirect](f), filled[payment.FormPost](f),
		filled[payment.Declined](f), filled[payment.Unknown](f),
	}
}

// echo keeps what reaches it and answers what it is told.
type echo struct {
	got    any
	answer any
}

func take[T any](e *echo, got any) (T, error) {
	e.got = got
	out, _ := e.answer.(T)
	return out, nil
}

func (e *echo) Describe(context.Context) (base.Manifest, error) { return take[base.Manifest](e, nil) }
func (e *echo) Configure(_ context.Context, c base.Config) error {
	e.got = c
	return nil
}
func (e *echo) Health(context.Context) (base.Health, error) { return take[base.Health](e, nil) }

type echoPayment struct{ *echo }

func (e echoPayment) Methods(context.Context) ([]payment.Method, error) {
	return take[[]payment.Method](e.echo, nil)
}
func (e echoPayment) Start(_ context.Context, r payment.StartRequest) (payment.Session, error) {
	return take[payment.Session](e.echo, r)
}
func (e echoPayment) Authorize(_ context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	return take[payment.Outcome](e.echo, r)
}
func (e echoPayment) Complete(_ context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	return take[payment.Outcome](e.echo, r)
}
func (e echoPayment) HandleWebhook(_ context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	return take[payment.WebhookAnswer](e.echo, r)
}
func (e echoPayment) Capture(_ context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	return take[payment.Receipt](e.echo, r)
}
func (e echoPayment) Void(_ context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	return take[payment.Receipt](e.echo, r)
}
func (e echoPayment) Refund(_ context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	return take[payment.Receipt](e.echo, r)
}
func (e echoPayment) Status(_ context.Context, r payment.StatusRequest) (payment.State, error) {
	return take[payment.State](e.echo, r)
}

type echoShipping struct{ *echo }

func (e echoShipping) Options(_ context.Context, r shipping.OptionsRequest) (shipping.Offer, error) {
	return take[shipping.Offer](e.echo, r)
}
func (e echoShipping) PickupPoints(_ context.Context, r shipping.PickupPointsRequest) ([]shipping.PickupPoint, error) {
	return take[[]shipping.PickupPoint](e.echo, r)
}
func (e echoShipping) ValidateAddress(_ context.Context, r shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	return take[shipping.Verdict](e.echo, r)
}
func (e echoShipping) CreateShipment(_ context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	return take[shipping.Shipment](e.echo, r)
}
func (e echoShipping) Cancel(_ context.Context, r shipping.CancelRequest) error {
	e.got = r
	return nil
}
func (e echoShipping) Track(_ context.Context, r shipping.TrackRequest) (shipping.Track, error) {
	return take[shipping.Track](e.echo, r)
}
func (e echoShipping) HandleWebhook(_ context.Context, r base.WebhookRequest) (shipping.WebhookAnswer, error) {
	return take[shipping.WebhookAnswer](e.echo, r)
}

type echoTracking struct{ *echo }

func (e echoTracking) Service(context.Context) (tracking.Service, error) {
	return take[tracking.Service](e.echo, nil)
}
func (e echoTracking) Deliver(_ context.Context, b tracking.Batch) (tracking.Receipt, error) {
	return take[tracking.Receipt](e.echo, b)
}

// TestEveryFieldCrossesTheWire calls every method with every field set, through gRPC, and compares both ends.
func TestEveryFieldCrossesTheWire(t *testing.T) {
	e := &echo{}
	target := sdktest.Target{
		Config: base.Config{Values: map[string]string{"a": "b"}, Secrets: map[string]base.Secret{"c": "dddd"}},
		New: func() sdk.Plugin {
			return sdk.Plugin{Base: e, Payment: echoPayment{e}, Shipping: echoShipping{e}, Tracking: echoTracking{e}}
		},
	}
	f := &filler{}
	manifest := filled[base.Manifest](f)
	manifest.Kinds = []base.Kind{base.KindPayment, base.KindShipping, base.KindTracking} // the SDK sets them
	e.answer = manifest
	p := target.Start(t)
	require.Empty(t, cmp.Diff(target.Config, e.got))
	described, err := p.Base.Describe(t.Context())
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(manifest, described))
	both(t, e, f, p.Base.Health)

	for i, o := range outcomes(f) {
		t.Run(fmt.Sprintf("%T", o), func(t *testing.T) {
			f := &filler{n: int64(1000 * i), outcome: o}
			request(t, e, f, o, p.Payment.Authorize)
			request(t, e, f, o, p.Payment.Complete)
			request(t, e, f, filled[payment.State](f), p.Payment.Status)
		})
	}
	both(t, e, f, p.Payment.Methods)
	request(t, e, f, filled[payment.Session](f), p.Payment.Start)
	request(t, e, f, filled[payment.WebhookAnswer](f), p.Payment.HandleWebhook)
	request(t, e, f, filled[payment.Receipt](f), p.Payment.Capture)
	request(t, e, f, filled[payment.Receipt](f), p.Payment.Void)
	request(t, e, f, filled[payment.Receipt](f), p.Payment.Refund)
	request(t, e, f, filled[shipping.Offer](f), p.Shipping.Options)
	request(t, e, f, filled[[]shipping.PickupPoint](f), p.Shipping.PickupPoints)
	request(t, e, f, filled[shipping.Verdict](f), p.Shipping.ValidateAddress)
	request(t, e, f, filled[shipping.Shipment](f), p.Shipping.CreateShipment)
	request(t, e, f, struct{}{}, func(ctx context.Context, r shipping.CancelRequest) (struct{}, error) {
		return struct{}{}, p.Shipping.Cancel(ctx, r)
	})
	request(t, e, f, filled[shipping.Track](f), p.Shipping.Track)
	request(t, e, f, filled[shipping.WebhookAnswer](f), p.Shipping.HandleWebhook)
	both(t, e, f, p.Tracking.Service)
	request(t, e, f, filled[tracking.Receipt](f), p.Tracking.Deliver)
}

// both checks the answer of a call without a request.
func both[A any](t *testing.T, e *echo, f *filler, call func(context.Context) (A, error)) {
	t.Helper()
	want := filled[A](f)
	e.answer = want
	got, err := call(t.Context())
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(want, got))
}

// request checks the request and the answer of a call.
func request[R, A any](t *testing.T, e *echo, f *filler, want A, call func(context.Context, R) (A, error)) {
	t.Helper()
	r := filled[R](f)
	e.answer = want
	got, err := call(t.Context(), r)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(r, e.got), "%T", r)
	require.Empty(t, cmp.Diff(want, got), "%T", want)
}
