package fault

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClassificationSurvivesWrapping(t *testing.T) {
	cause := errors.New("connection refused")
	err := fmt.Errorf("load cart: %w", Wrap(cause, Unavailable, "cart_unavailable"))

	require.Equal(t, Unavailable, CodeOf(err))
	require.Equal(t, "cart_unavailable", ReasonOf(err))
	require.ErrorIs(t, err, cause)
	require.ErrorIs(t, err, New(Unavailable, ""))
	require.NotErrorIs(t, err, New(Unavailable, "other"))
	require.NotErrorIs(t, err, New(Conflict, ""))
}

func TestUnclassifiedErrorsAreInternal(t *testing.T) {
	require.Equal(t, Internal, CodeOf(errors.New("boom")))
	require.Equal(t, "error_internal", ReasonOf(errors.New("boom")))
	require.Equal(t, Code(""), CodeOf(nil))
	require.NoError(t, Wrap(nil, Internal, "x"))
}

func TestFieldsAreKept(t *testing.T) {
	err := fmt.Errorf("save: %w", InvalidFields("address_invalid", Field{"zipCode", "too_short"}))
	require.Equal(t, []Field{{"zipCode", "too_short"}}, FieldsOf(err))
	require.Contains(t, err.Error(), "[zipCode: too_short]")
}
