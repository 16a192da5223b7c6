package cmd

import (
	"encoding/json"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/deploy/devstack"
)

// Where Temporal or a worker is away, orders still come in: what waits is where that is seen first.
func TestOperatorsSeeWhatWaitsTooLong(t *testing.T) {
	shop := try(t)
	part, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer part.Close()
	state, err := devstack.Own(shop.state)
	require.NoError(t, err)
	defer func() { _ = state.Release() }()
	require.NoError(t, state.Publish(devstack.Info{PID: os.Getpid(), Started: time.Now(), Parts: []devstack.PartInfo{{Name: "Shop", Address: part.Addr().String()}}}))
	doctor := func(url string) []stack.Check {
		cfg, err := config.Read(config.Options{Set: []string{"database.url=" + url, "state.dir=" + t.TempDir()}})
		require.NoError(t, err)
		return outboxCheck(t.Context(), cfg)
	}
	require.Empty(t, doctor(""))
	require.Empty(t, doctor("postgres://127.0.0.1:1/kontor"), "another finding says that")
	write := func(topic, age, failure string) {
		_, err := shop.pool.Exec(t.Context(), `
			insert into outbox (id, topic, key, payload, created_at, due_at, last_error)
			values (gen_random_uuid(), $1, '1', '{}', now() - $2::text::interval, now() + interval '10 s', $3)`, topic, age, failure)
		require.NoError(t, err)
	}

	out, err := shop.run(t, nil, "status")
	require.NoError(t, err, out)
	require.Contains(t, out, "In the outbox nothing waits for delivery.")
	write(outbox.AttemptWaits, "4 minutes", "")
	write(outbox.EndpointPrefix+"warehouse", "20 minutes", "it is away")
	out, err = shop.run(t, nil, "status")
	require.NoError(t, err, out)
	require.Regexp(t, `In the outbox 2 events wait for delivery, the oldest since 20\d\d-`, out)
	checks := doctor(shop.url)
	require.Len(t, checks, 1)
	require.True(t, checks[0].OK, checks[0].Detail)
	require.Contains(t, checks[0].Detail, "2 events wait")

	write(outbox.OrderPlaced, "6 minutes", "temporal_unavailable")
	write(outbox.MailRequested, "6 minutes", "")
	write(outbox.EndpointPrefix+"warehouse", "40 minutes", "it is away")
	out, err = shop.run(t, nil, "status")
	require.ErrorIs(t, err, exitCode(1))
	require.Regexp(t, `- order\.placed: 1 event waits .*; 1 failed, tried again at 20\d\d-[\d :-]+: temporal_unavailable\n  .*such as Temporal`, out)
	require.Regexp(t, `- mail\.requested: 1 event waits .*\n  .*kontor worker.*mail\.smtp`, out)
	require.Contains(t, out, "kontor endpoint list")
	require.NotContains(t, out, outbox.AttemptWaits)
	checks = doctor(shop.url)
	require.False(t, checks[0].OK)
	for _, topic := range []string{outbox.OrderPlaced, outbox.MailRequested, outbox.EndpointPrefix + "warehouse"} {
		require.Contains(t, checks[0].Detail, topic)
		require.Contains(t, checks[0].Advice, topic)
	}

	out, err = shop.run(t, nil, "status -o json")
	require.ErrorIs(t, err, exitCode(1))
	var status stackStatus
	require.NoError(t, json.Unmarshal([]byte(out), &status))
	late := map[string]bool{}
	for _, topic := range status.Outbox {
		late[topic.Topic] = topic.Late
	}
	require.Equal(t, map[string]bool{
		outbox.AttemptWaits: false, outbox.OrderPlaced: true, outbox.MailRequested: true, outbox.EndpointPrefix + "warehouse": true,
	}, late)

}
