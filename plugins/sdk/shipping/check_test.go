package shipping

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
)

func TestAnAddressIsJudgedByWhatIsWrongWithIt(t *testing.T) {
	inGermany := func(a *base.Address) (wrong base.Misfits) {
		wrong.Add(a.Country != "DE", "country", "not_served")
		return wrong
	}
	verdict, err := Judge(ValidateAddressRequest{Address: &base.Address{Country: "DE"}}, inGermany)
	require.NoError(t, err)
	require.Equal(t, Verdict{Deliverable: true}, verdict)
	verdict, err = Judge(ValidateAddressRequest{Address: &base.Address{Country: "FR"}}, inGermany)
	require.NoError(t, err)
	require.Equal(t, Verdict{Fields: []base.FieldError{{Name: "country", Code: "not_served"}}}, verdict)
	_, err = Judge(ValidateAddressRequest{}, inGermany)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "invalid_request"})
}

func TestNothingIsOfferedForNothing(t *testing.T) {
	parcels := []Parcel{{WeightGrams: 100}}
	require.NoError(t, OptionsRequest{Address: &base.Address{}, Parcels: parcels}.Check())
	require.Error(t, OptionsRequest{Address: &base.Address{}}.Check())
	require.Error(t, OptionsRequest{Parcels: parcels}.Check())
}
