package endpoint_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
)

func TestAnEndpointIsChecked(t *testing.T) {
	for _, c := range []struct {
		name, url string
		kinds     []endpoint.Kind
		wrong     string // the field
	}{
		{"warehouse", "https://warehouse.example.com/kontor?token=1", endpoint.Kinds(), ""},
		{"warehouse-2", "http://127.0.0.1:9000/", endpoint.Common(), ""},
		{"erp", "http://localhost:9000/", endpoint.Common(), ""},
		{"erp", "http://[::1]:9000/", endpoint.Common(), ""},
		{"", "https://example.com", endpoint.Common(), "name"},
		{"Ware House", "https://example.com", endpoint.Common(), "name"},
		{strings.Repeat("a", 41), "https://example.com", endpoint.Common(), "name"},
		{"erp", "", endpoint.Common(), "url"},
		{"erp", "example.com/hook", endpoint.Common(), "url"},
		{"erp", "ftp://example.com/", endpoint.Common(), "url"},
		{"erp", "https://", endpoint.Common(), "url"},
		{"erp", "https://erika:secret@example.com/", endpoint.Common(), "url"},
		{"erp", "https://example.com/#here", endpoint.Common(), "url"},
		{"erp", "http://example.com/", endpoint.Common(), "url"},
		{"erp", "http://10.0.0.1/", endpoint.Common(), "url"},
		{"erp", "https://example.com", nil, "events"},
		{"erp", "https://example.com", []endpoint.Kind{"order.exploded"}, "events"},
		{"erp", "https://example.com", []endpoint.Kind{endpoint.Ping}, "events"},
	} {
		e := endpoint.Endpoint{Name: c.name, URL: c.url, Kinds: c.kinds}
		err := e.Check()
		if c.wrong == "" {
			require.NoError(t, err, c.url)
			continue
		}
		require.Equal(t, fault.Invalid, fault.CodeOf(err), c)
		require.Equal(t, c.wrong, fault.FieldsOf(err)[0].Name, c)
	}
}

func TestAnEndpointOfNoEventsHearsOfAllButProducts(t *testing.T) {
	require.NotContains(t, endpoint.Common(), endpoint.ProductChanged)
	require.Len(t, endpoint.Kinds(), len(endpoint.Common())+1)
	for _, k := range endpoint.Kinds() {
		require.NotEmpty(t, k.Subject(), k)
	}
}

func TestASecretIsTheEndpointsAlone(t *testing.T) {
	now := time.Now()
	secrets := endpoint.NewSecrets([]byte(strings.Repeat("k", 32)), nil)
	others := endpoint.NewSecrets([]byte(strings.Repeat("o", 32)), nil)
	e := &endpoint.Endpoint{KeyID: "1", KeySince: now}
	is, err := secrets.Of(e)
	require.NoError(t, err)
	require.Len(t, is, 32)
	require.Regexp(t, `^whsec_[A-Za-z0-9+/]{43}=$`, endpoint.Text(is))
	again, _ := secrets.Of(&endpoint.Endpoint{KeyID: "1"})
	other, _ := secrets.Of(&endpoint.Endpoint{KeyID: "2"})
	elsewhere, _ := others.Of(e)
	require.Equal(t, is, again)
	require.NotEqual(t, is, other)
	require.NotEqual(t, is, elsewhere)

	e.FormerID, e.KeyID = "1", "2"
	both, err := secrets.Valid(e, now.Add(endpoint.RenewedFor-time.Second))
	require.NoError(t, err)
	require.Equal(t, [][]byte{other, is}, both, "the new one first")
	one, err := secrets.Valid(e, now.Add(endpoint.RenewedFor))
	require.NoError(t, err)
	require.Equal(t, [][]byte{other}, one)

	renewed := endpoint.NewSecrets([]byte(strings.Repeat("o", 32)), []byte(strings.Repeat("k", 32)))
	e = &endpoint.Endpoint{KeyID: "1", KeySince: now}
	both, err = renewed.Valid(e, now)
	require.NoError(t, err)
	require.Equal(t, [][]byte{elsewhere, is}, both, "the shop's key before signs as well")
	is, err = renewed.Of(e)
	require.NoError(t, err)
	require.Equal(t, elsewhere, is)
}

func TestIDsOfEventsHaveNoDotsAndTellThemApart(t *testing.T) {
	calls := endpoint.OfOrderAt(100001, []order.Milestone{{Kind: order.MilestonePlaced}, {Kind: order.MilestoneShipped, Number: 1}, {Kind: order.MilestoneShipped, Number: 2}})
	calls = append(calls, endpoint.OfDeclaration(100001), endpoint.OfChange(100001, "1.2"))
	var ids []string
	for _, c := range calls {
		ids = append(ids, c.ID)
		require.NotContains(t, c.ID, ".", "what is signed is divided by dots")
	}
	require.Equal(t, []string{
		"order-100001-order-placed", "order-100001-delivery-shipped-1", "order-100001-delivery-shipped-2", "withdrawal-100001-declared", "product-100001-1-2",
	}, ids)
}

func TestASecretIsGoodForADayAfterTheNextOne(t *testing.T) {
	now := time.Now()
	e := &endpoint.Endpoint{KeyID: "1", KeySince: now}
	require.NoError(t, e.Renew("2", now, false), "a new endpoint has none before")
	require.Equal(t, "endpoint_renewed", fault.ReasonOf(e.Renew("3", now.Add(endpoint.RenewedFor-time.Second), false)))
	require.Equal(t, []string{"2", "1"}, []string{e.KeyID, e.FormerID})
	require.NoError(t, e.Renew("3", now.Add(endpoint.RenewedFor), false))
	require.Equal(t, []string{"3", "2"}, []string{e.KeyID, e.FormerID})
	require.NoError(t, e.Renew("4", now.Add(endpoint.RenewedFor+time.Hour), true))
	require.Equal(t, []string{"4", ""}, []string{e.KeyID, e.FormerID}, "at once")
	require.NoError(t, e.Renew("5", now.Add(endpoint.RenewedFor+2*time.Hour), false), "nothing before 4 is good")
}
