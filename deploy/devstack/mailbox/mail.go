package mailbox

import (
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"time"

	_ "github.com/emersion/go-message/charset" // mails in other character sets than UTF-8
	"github.com/emersion/go-message/mail"
)

const (
	envelopeFrom = "X-Envelope-From"
	envelopeTo   = "X-Envelope-To"
)

// Mail is a captured mail, decoded.
type Mail struct {
	ID          string       `json:"id"`
	Received    time.Time    `json:"received"`
	From        string       `json:"from"`
	To          []string     `json:"to"` // of the envelope: who would have got it, Bcc included
	Subject     string       `json:"subject"`
	Text        string       `json:"text"`
	HTML        string       `json:"html"`
	Attachments []Attachment `json:"attachments"`
	Defect      string       `json:"defect,omitempty"` // why it could not be decoded

	size int64 // of its file, in bytes
}

// Attachment describes a file in a mail.
type Attachment struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Size int    `json:"size"` // bytes
}

// parseHeader decodes what lists show of a mail: who sent it to whom, and its subject. The rest is read as its contents.
func parseHeader(id string, received time.Time, source io.Reader) (Mail, *mail.Reader) {
	m := Mail{ID: id, Received: received.UTC(), To: []string{}, Attachments: []Attachment{}}
	r, err := mail.CreateReader(source)
	if err != nil {
		m.Defect = err.Error()
		return m, nil
	}
	m.From = r.Header.Get(envelopeFrom)
	if from, err := r.Header.Text("From"); err == nil && from != "" {
		m.From = from
	}
	for to := range strings.SplitSeq(r.Header.Get(envelopeTo), ",") {
		if to = strings.TrimSpace(to); to != "" {
			m.To = append(m.To, to)
		}
	}
	if m.Subject, err = r.Header.Subject(); err != nil {
		m.Defect = err.Error()
	}
	return m, r
}

// parse decodes as much as it can; what is wrong with the rest stands in Defect.
func parse(id string, received time.Time, source io.Reader) Mail {
	m, r := parseHeader(id, received, source)
	if r == nil {
		return m
	}
	defer func() { _ = r.Close() }() // it only reads
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return m
		}
		if err == nil {
			err = m.addPart(part)
		}
		if err != nil {
			m.Defect = err.Error()
			return m
		}
	}
}

func (m *Mail) addPart(part *mail.Part) error {
	body, err := io.ReadAll(part.Body)
	if err != nil {
		return err
	}
	switch h := part.Header.(type) {
	case *mail.InlineHeader:
		kind, _, err := h.ContentType()
		switch {
		case err != nil:
			return err
		case kind == "text/html":
			m.HTML += string(body)
		case strings.HasPrefix(kind, "text/"):
			m.Text += string(body)
		default: // a picture inside the HTML, which shows it by its id
			if id := strings.Trim(h.Get("Content-Id"), "<>"); id != "" {
				m.HTML = strings.ReplaceAll(m.HTML, "cid:"+id, "data:"+kind+";base64,"+base64.StdEncoding.EncodeToString(body))
			}
			m.Attachments = append(m.Attachments, Attachment{Type: kind, Size: len(body)})
		}
	case *mail.AttachmentHeader:
		kind, _, err := h.ContentType()
		if err != nil {
			return err
		}
		name, err := h.Filename()
		if err != nil {
			return err
		}
		m.Attachments = append(m.Attachments, Attachment{Name: name, Type: kind, Size: len(body)})
	}
	return nil
}
