package app

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/outbox"
)

// What has no handler waits in the outbox for ever.
func TestEveryTopicIsDelivered(t *testing.T) {
	p := &parts{mailer: &mailer.Mailer{}}
	require.ElementsMatch(t, outbox.Topics, slices.Collect(maps.Keys(p.handlers())))
}
