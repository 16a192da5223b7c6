package mailbox_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/wneessen/go-mail"

	"kontor.dev/kontor/deploy/devstack/mailbox"
)

func TestMailIsCapturedAndReadable(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	box := start(t, dir)
	send(ctx, t, box.SMTPAddr(), "ada@example.org", "Ihre Bestellung Nr. 1 – Übersicht")
	send(ctx, t, box.SMTPAddr(), "grace@example.org", "Willkommen")

	found := list(t, box, "?to=ADA@&subject=bestellung")
	require.Len(t, found, 1)
	require.Equal(t, "Ihre Bestellung Nr. 1 – Übersicht", found[0].Subject)
	require.Equal(t, []string{"ada@example.org"}, found[0].To)
	require.Contains(t, found[0].Text, "1.299,00 €")
	require.Contains(t, found[0].HTML, "<b>1.299,00 €</b>")
	require.Contains(t, found[0].HTML, `<img src="data:image/png;base64,iVBORw==">`, "pictures of the mail are seen")
	require.Equal(t, []mailbox.Attachment{{Type: "image/png", Size: 4}, {Name: "AGB.pdf", Type: "application/pdf", Size: 4}}, found[0].Attachments)
	require.Empty(t, found[0].Defect)

	require.Contains(t, get(t, box.URL()), "Willkommen")
	page := box.URL() + "/mails/" + found[0].ID
	require.Contains(t, get(t, page), "AGB.pdf")
	require.Contains(t, get(t, page+"/source"), "X-Envelope-To: ada@example.org")
	require.Equal(t, found[0].HTML, get(t, page+"/html"))

	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, file := range files {
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.Zero(t, info.Mode()&0o077, "the codes and links in it are nobody else's")
	}
}

func TestMailOutlivesTheServer(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	box := start(t, dir)
	send(ctx, t, box.SMTPAddr(), "ada@example.org", "Eins")
	require.NoError(t, box.Stop(ctx))

	again := start(t, dir)
	kept := list(t, again, "?subject=eins")
	require.Len(t, kept, 1)
	require.Contains(t, kept[0].Text, "1.299,00 €")

	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, again.URL()+"/api/mails", nil)
	require.NoError(t, err)
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusNoContent, res.StatusCode)
	require.Empty(t, list(t, again, ""))
}

func TestOldMailsMakeRoom(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	box := start(t, dir)
	for _, subject := range []string{"Eins", "Zwei", "Drei"} {
		send(ctx, t, box.SMTPAddr(), "ada@example.org", subject)
	}
	require.NoError(t, box.Stop(ctx))
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 3)
	one, err := os.Stat(files[0])
	require.NoError(t, err)

	subjects := func(box *mailbox.Server) (all []string) {
		for _, m := range list(t, box, "") {
			all = append(all, m.Subject)
		}
		return all
	}
	small := startWith(t, mailbox.Options{Dir: dir, Most: 5 * one.Size() / 2})
	require.Equal(t, []string{"Drei", "Zwei"}, subjects(small), "those of before as well")
	send(ctx, t, small.SMTPAddr(), "ada@example.org", "Vier")
	require.Equal(t, []string{"Vier", "Drei"}, subjects(small))
	files, err = filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 2)
}

func start(t *testing.T, dir string) *mailbox.Server {
	t.Helper()
	return startWith(t, mailbox.Options{Dir: dir})
}

func startWith(t *testing.T, o mailbox.Options) *mailbox.Server {
	t.Helper()
	o.SMTPAddr, o.HTTPAddr = "127.0.0.1:0", "127.0.0.1:0"
	box, err := mailbox.Start(o)
	require.NoError(t, err)
	t.Cleanup(func() { _ = box.Stop(context.Background()) })
	return box
}

func send(ctx context.Context, t *testing.T, addr, to, subject string) {
	t.Helper()
	host, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	number, err := strconv.Atoi(port)
	require.NoError(t, err)
	m := mail.NewMsg()
	require.NoError(t, m.From("shop@kontor.example"))
	require.NoError(t, m.To(to))
	m.Subject(subject)
	m.SetBodyString(mail.TypeTextPlain, "Summe: 1.299,00 €")
	m.AddAlternativeString(mail.TypeTextHTML, `<p>Summe: <b>1.299,00 €</b></p><img src="cid:code@kontor">`)
	require.NoError(t, m.EmbedReader("code.png", strings.NewReader("\x89PNG"), mail.WithFileContentType("image/png"), mail.WithFileContentID("<code@kontor>")))
	require.NoError(t, m.AttachReader("AGB.pdf", strings.NewReader("%PDF")))
	c, err := mail.NewClient(host, mail.WithPort(number), mail.WithTLSPolicy(mail.NoTLS))
	require.NoError(t, err)
	require.NoError(t, c.DialAndSendWithContext(ctx, m))
}

func list(t *testing.T, box *mailbox.Server, query string) []mailbox.Mail {
	t.Helper()
	var mails []mailbox.Mail
	require.NoError(t, json.Unmarshal([]byte(get(t, box.URL()+"/api/mails"+query)), &mails))
	return mails
}

func get(t *testing.T, url string) string {
	t.Helper()
	res, err := http.Get(url)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, http.StatusOK, res.StatusCode, url)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return string(body)
}
