package httpapi_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeaderDataHasEveryFieldAndNoTestGroup(t *testing.T) {
	s := newShop(t)
	fields := []string{
		"cartAmount", "cartContent", "comparison", "contactId", "firstName", "fullLoginExpiryTimestamp", "isLoggedIn", "isLoggedInSoft",
		"testGroup", "tid", "trackingId", "wishlist", "wishlistItemCount",
	}
	for _, visitor := range []string{"before a session", "in a session"} {
		var h map[string]any
		s.get("/api/header_data", &h)
		delete(h, "$schema")
		require.Equal(t, fields, slices.Sorted(maps.Keys(h)), visitor)
		require.Equal(t, []any{"", ""}, []any{h["testGroup"], h["contactId"]}, visitor)
		s.post("/wishlist/add", fmt.Sprintf("productId=%d", s.available(1)[0].ID), nil)
	}
}
