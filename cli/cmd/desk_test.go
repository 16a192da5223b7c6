package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/search/searchtest"
)

// What the shop shows of others is somebody's decision, and who looked at an identity card has a name.
func TestReviewsAndProofsLeaveATrace(t *testing.T) {
	shop := try(t)
	_, err := postgres.NewCatalog(shop.pool, clock.System{}).Apply(t.Context(), searchtest.Batch(1))
	require.NoError(t, err)
	_, err = shop.pool.Exec(t.Context(), `
		insert into product_review (id, product_id, author, stars, body, lang, written_at) overriding system value
		select n, id, 'Kim', 5, 'Macht, was es soll.', 'de', now() from product, generate_series(12, 13) n`)
	require.NoError(t, err)
	key := campus.NewKey()
	vault, err := campus.NewVault(key, "")
	require.NoError(t, err)
	var id int64
	require.NoError(t, shop.pool.QueryRow(t.Context(), `select id from customer`).Scan(&id))
	today := campus.DateOf(time.Now())
	require.NoError(t, campus.NewService(postgres.NewCampus(shop.pool), nil, vault, clock.System{}).RegisterByUpload(t.Context(), id, campus.Upload{
		Claim: campus.Claim{Type: campus.Student, School: "TU Berlin", From: today, To: campus.DateOf(time.Now().AddDate(0, 3, 0))},
		Terms: true, Content: []byte("%PDF-1.7\n1 0 obj\n%%EOF\n"),
	}))

	file := filepath.Join(t.TempDir(), "proof")
	for _, line := range []string{
		"review publish 12", "review reject 13 --reason insulting", "review publish 99",
		fmt.Sprintf("campus show %d --set campus.key=%s", id, key), fmt.Sprintf("campus show %d --save %s --set campus.key=%s", id, file, key),
	} {
		_, err := shop.run(t, nil, line)
		require.Equal(t, line == "review publish 99", err != nil, "%s: %v", line, err)
	}
	proof, err := os.ReadFile(file + ".pdf")
	require.NoError(t, err)
	require.Contains(t, string(proof), "%PDF")

	list, _, err := postgres.NewAudit(shop.pool).Entries(t.Context(), audit.Filter{}, page.Of(1, 10, 10))
	require.NoError(t, err)
	var acts [][]string
	for _, e := range list {
		require.NotEmpty(t, e.Actor)
		require.False(t, e.DoneAt.IsZero())
		acts = append(acts, []string{e.Action, e.Subject, e.Reason, string(e.After), e.Failure})
	}
	require.Equal(t, [][]string{
		{"campus.show", fmt.Sprintf("customer-%d", id), "", "", ""}, // to list what is claimed is no look at the proof
		{"review.publish", "review-99", "", "", "not_found: review_not_found"},
		{"review.reject", "review-13", "insulting", `{"state": "rejected"}`, ""},
		{"review.publish", "review-12", "", `{"state": "published"}`, ""},
	}, acts)
}

// Mails that go out once more, and numbers that an auditor misses in the books, have somebody who is asked about them.
func TestWhatIsSentAgainAndLeftOutLeavesATrace(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `
		insert into outbox (id, topic, key, payload, dead_at) values ('lost-1', 'mail.requested', 'lost-1', '{}', now());
		insert into invoice_series (year, last) select extract(year from now() at time zone 'Europe/Berlin'), 7`)
	require.NoError(t, err)
	for line, says := range map[string]string{
		"outbox requeue mail.requested --reason mended":       "1 event is tried again",
		"outbox requeue order.owes":                           "No event of order.owes was given up",
		"backup skip-numbers --by 50 --reason restored --yes": "50 numbers",
	} {
		out, err := shop.run(t, nil, line)
		require.NoError(t, err, line)
		require.Contains(t, out, says)
	}
	for _, line := range []string{"outbox requeue mail.requestd", "outbox show mail.requestd", "outbox requeue endpoint.nobody"} {
		_, err := shop.run(t, nil, line)
		require.Contains(t, said(err), "there is no such topic", line)
	}
	for action, want := range map[string]string{"outbox.requeue": `mended {"requeued": 1}`, "backup.skip-numbers": `restored {"skipped": 50}`} {
		var got string
		require.NoError(t, shop.pool.QueryRow(t.Context(), `
			select reason || ' ' || after from audit_entry where action = $1 and reason <> ''`, action).Scan(&got), action)
		require.Equal(t, want, got)
	}
}

// Whoever asks again is told how far it is, and a folder is no file.
func TestWhatCannotBeDoneSaysWhatToDo(t *testing.T) {
	shop := try(t)
	_, err := shop.run(t, nil, "customer anonymise erika@example.org --yes")
	require.NoError(t, err)
	_, err = shop.run(t, nil, "customer anonymise erika@example.org --yes")
	require.Contains(t, said(err), "the account is being deleted already")
	_, err = shop.run(t, nil, "newsletter export "+t.TempDir())
	require.ErrorAs(t, err, &usageError{})
	require.ErrorContains(t, err, "is a folder")
}
