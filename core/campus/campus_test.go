package campus

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func member(until time.Time) *Membership { return &Membership{Kind: ByEmail, ValidUntil: until} }

func applied(kind Kind, ends time.Time) *Application {
	return &Application{Kind: kind, ExpiresAt: ends}
}

func TestStatus(t *testing.T) {
	const notice = 14 * 24 * time.Hour
	later, before := noon.Add(time.Hour), noon.Add(-time.Hour)
	for name, c := range map[string]struct {
		r    Record
		want Status
		due  time.Time
	}{
		"never applied":          {Record{}, Unknown, time.Time{}},
		"applied":                {Record{Application: applied(ByEmail, later)}, Pending, later},
		"too late":               {Record{Application: applied(ByEmail, noon)}, Deactivated, noon},
		"member":                 {Record{Membership: member(noon.Add(notice + 1))}, Valid, noon.Add(1)},
		"near the end":           {Record{Membership: member(noon.Add(notice))}, NearExpiry, noon},
		"at the end":             {Record{Membership: member(noon)}, Expired, noon.Add(-notice)},
		"told of the end":        {Record{Membership: &Membership{ValidUntil: before, Noticed: true, Ended: true}}, Expired, time.Time{}},
		"renewing":               {Record{Membership: member(later), Application: applied(ByEmail, later)}, NearExpiry, later.Add(-notice)},
		"applied after the end":  {Record{Membership: member(before), Application: applied(ByUpload, later)}, Pending, before.Add(-notice)},
		"rejected":               {Record{Membership: &Membership{ValidUntil: later, Deactivated: true}}, Deactivated, time.Time{}},
		"rejected, applied anew": {Record{Membership: &Membership{Deactivated: true}, Application: applied(ByEmail, later)}, Pending, later},
	} {
		require.Equal(t, c.want, c.r.Status(noon), name)
		require.Equal(t, c.due, c.r.Due(), name)
	}
}

func TestOrdersWaitForAMembership(t *testing.T) {
	r := Record{Application: applied(ByEmail, noon), Waiting: []Waiting{{7, noon.Add(2 * Grace)}, {8, noon.Add(time.Hour)}}}
	require.Equal(t, lapsed, r.advance(noon))
	told := r.refuse(noon)
	require.Equal(t, []Waiting{{7, noon.Add(Grace)}, {8, noon.Add(time.Hour)}}, r.Waiting, "never later than it was")
	require.Equal(t, []int64{7, 8}, []int64{told[0].ID, told[1].ID})
	require.Equal(t, Next{DueAt: noon.Add(time.Hour)}, r.next(noon))
	require.Equal(t, []int64{8}, r.next(noon.Add(time.Hour)).Overdue)
	r.Application = applied(ByUpload, noon.Add(Term))
	require.Equal(t, []int64{7, 8}, r.next(noon.Add(Grace)).Overdue, "to apply again is no more time")
	require.NoError(t, r.approve(DateOf(noon.Add(Term)), noon))
	require.Empty(t, r.Waiting)

	r = Record{Membership: member(noon.Add(Term)), Waiting: []Waiting{{7, noon}}}
	require.Empty(t, r.refuse(noon), "a renewal was refused")
	require.Equal(t, step(""), r.advance(noon))
	require.Empty(t, r.Waiting, "placed in the moment of becoming a member")
}

func TestAMembershipMayEndBeforeItsTime(t *testing.T) {
	r := Record{Membership: &Membership{Kind: ByEmail, Email: "e@tu.example", ValidUntil: noon.Add(Term)}}
	require.NoError(t, r.end(noon))
	require.Equal(t, Expired, r.Status(noon))
	require.Empty(t, r.Membership.Email, "the address is free")
	require.Equal(t, step(""), r.advance(noon), "told already")
	require.Equal(t, ErrNoMember, r.end(noon))
	require.NoError(t, r.mayApply(noon))
}

func TestAMembershipIsToldOfOnce(t *testing.T) {
	r := Record{Membership: &Membership{Kind: ByEmail, Email: "e@tu.example", ValidUntil: noon.Add(Notice)}}
	require.Equal(t, step(""), r.advance(noon.Add(-1)))
	require.Equal(t, noticed, r.advance(noon))
	require.Equal(t, step(""), r.advance(noon))
	require.Equal(t, ended, r.advance(r.Membership.ValidUntil))
	require.Empty(t, r.Membership.Email, "the address is free")
	require.Equal(t, step(""), r.advance(r.Membership.ValidUntil.Add(Term)))
}

func TestRenewalGoesOnFromTheEnd(t *testing.T) {
	end := noon.Add(24 * time.Hour)
	r := Record{Membership: member(end)}
	u := University{ID: 1, Domains: []string{"tu.example"}}
	require.NoError(t, r.applyByEmail(u, "e@tu.example", []byte("d"), noon))
	require.Equal(t, NearExpiry, r.Status(noon), "nothing is lost by asking")
	_, err := r.confirm([]byte("x"), noon)
	require.Equal(t, ErrWrongLink, err)
	_, err = r.confirm([]byte("d"), noon.Add(ConfirmLife))
	require.Equal(t, ErrWrongLink, err)
	made, err := r.confirm([]byte("d"), noon)
	require.NoError(t, err)
	require.True(t, made)
	made, err = r.confirm([]byte("d"), noon.Add(time.Minute))
	require.NoError(t, err)
	require.False(t, made, "clicked twice")
	require.Equal(t, end.Add(Term), r.Membership.ValidUntil)
	_, err = r.confirm([]byte("d"), end.Add(Term))
	require.Equal(t, ErrWrongLink, err, "what it made is over")
	require.Equal(t, ErrAgain, r.applyByEmail(u, "e@tu.example", []byte("d"), noon))
	require.Equal(t, r.Membership.ValidUntil.Add(-Notice), r.Due())

	r = Record{Membership: member(noon)}
	require.NoError(t, r.applyByEmail(u, "e@tu.example", []byte("d"), noon.Add(time.Hour)))
	_, err = r.confirm([]byte("d"), noon.Add(2*time.Hour))
	require.NoError(t, err)
	require.Equal(t, noon.Add(2*time.Hour+Term), r.Membership.ValidUntil, "what is over is begun anew")
	require.Nil(t, r.Application)
	r.Membership.Noticed = true
	require.Equal(t, r.Membership.ValidUntil, r.Due())
	r.Business = true
	require.Equal(t, ErrBusiness, r.applyByEmail(u, "e@tu.example", []byte("d"), r.Membership.ValidUntil))
}

func TestLinksAreLimited(t *testing.T) {
	r := Record{}
	for range MailsHour {
		require.NoError(t, r.applyByEmail(University{}, "e@tu.example", nil, noon))
	}
	seal := func(string) (Sealed, error) { return Sealed{}, nil }
	require.NoError(t, r.applyByUpload(Claim{To: DateOf(noon)}, Proof{}, seal, noon))
	require.Equal(t, ErrOften, r.applyByEmail(University{}, "e@tu.example", nil, noon), "an upload in between changes nothing")
	require.NoError(t, r.applyByEmail(University{}, "e@tu.example", nil, noon.Add(time.Hour)))
}

func TestReview(t *testing.T) {
	upload := func() *Application {
		return &Application{Kind: ByUpload, Claim: Claim{To: Date{2026, 9, 30}}, ExpiresAt: noon.Add(ReviewLife)}
	}
	r := Record{Application: upload()}
	require.NoError(t, r.approve(Date{}, noon))
	require.Equal(t, "2026-09-30T22:00:00Z", r.Membership.ValidUntil.Format(time.RFC3339), "to the end of the last day in Berlin")
	require.Nil(t, r.Application)
	require.Equal(t, ErrNotPending, r.approve(Date{}, noon))
	require.NoError(t, r.reject(NotEligible, noon), "a member who should be none")
	require.Equal(t, Deactivated, r.Status(noon))
	require.Equal(t, ErrNotPending, r.reject(NotEligible, noon))

	r = Record{Application: upload()}
	require.Equal(t, ErrUntil, r.approve(Date{2026, 3, 9}, noon))
	require.Equal(t, ErrUntil, r.approve(Date{2036, 3, 31}, noon), "no proof is good for ten years")
	require.NoError(t, r.reject(Unreadable, noon))
	require.Equal(t, []any{Deactivated, Unreadable}, []any{r.Status(noon), r.Membership.Reason})

	r = Record{Membership: member(noon.Add(time.Hour)), Application: upload()}
	require.NoError(t, r.reject(Unreadable, noon))
	require.Equal(t, NearExpiry, r.Status(noon), "a refused renewal takes nothing away")

	later := Date{2026, 9, 30}.End().Add(time.Hour)
	for _, c := range []struct {
		until Date
		ends  time.Time
	}{{Date{}, later}, {Date{2026, 9, 30}, later.Add(-time.Hour)}, {Date{2026, 10, 31}, Date{2026, 10, 31}.End()}, {Date{2026, 8, 31}, Date{2026, 8, 31}.End()}} {
		r = Record{Membership: member(later), Application: upload()}
		require.NoError(t, r.approve(c.until, noon))
		require.Equal(t, c.ends, r.Membership.ValidUntil, "a proof that ends earlier takes nothing away, unless an operator says so")
		require.Nil(t, r.Application)
	}
	r = Record{Membership: member(noon.Add(time.Hour)), Application: upload()}
	require.NoError(t, r.approve(Date{}, noon))
	require.Equal(t, Date{2026, 9, 30}.End(), r.Membership.ValidUntil, "a proof that ends later prolongs it")
}

// A decision is about what was looked at, also where that was nothing.
func TestADecisionIsAboutWhatWasLookedAt(t *testing.T) {
	upload, link := &Application{ID: "1", Kind: ByUpload}, &Application{ID: "2", Kind: ByEmail}
	for _, c := range []struct {
		is    *Application
		proof string
		err   error
	}{
		{upload, "", nil}, {upload, "1", nil}, {upload, "3", ErrReplaced}, {upload, NoProof, ErrReplaced},
		{nil, "", nil}, {nil, "1", ErrReplaced}, {nil, NoProof, nil}, {link, NoProof, nil}, {link, "", nil}, {link, "2", ErrReplaced},
	} {
		r := &Record{Application: c.is}
		require.Equal(t, c.err, r.decided(c.proof), "%v %s", c.is, c.proof)
	}
}

func TestAReviewTakesNoLongerThanTheProofHolds(t *testing.T) {
	seal := func(string) (Sealed, error) { return Sealed{}, nil }
	for to, ends := range map[Date]time.Time{DateOf(noon): DateOf(noon).End(), {2026, 9, 30}: noon.Add(ReviewLife)} {
		r := Record{}
		require.NoError(t, r.applyByUpload(Claim{To: to}, Proof{}, seal, noon))
		require.Equal(t, []time.Time{ends, ends}, []time.Time{r.Application.ExpiresAt, r.Due()}, to)
	}
}

func TestClaims(t *testing.T) {
	good := Claim{Student, " TU  Berlin", Date{2025, 10, 1}, Date{2026, 3, 31}}
	got, wrong := good.check(noon)
	require.Empty(t, wrong)
	require.Equal(t, "TU Berlin", got.School)
	require.Equal(t, 15, age(Date{2010, 3, 11}, DateOf(noon)))
	require.Equal(t, 16, age(Date{2010, 3, 10}, DateOf(noon)))
	for _, text := range []string{"31.02.2026", "2026-13-01", "morgen", "1.1.26"} {
		_, err := ParseDate(text)
		require.Error(t, err, text)
	}
}

func TestUniversities(t *testing.T) {
	file, err := os.Open("../../configs/universities.json")
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	list, err := ReadUniversities(file)
	require.NoError(t, err)
	require.Greater(t, len(list), 300)
	u := University{Domains: []string{"TU.example"}}
	for email, owns := range map[string]bool{
		"e@tu.example": true, "e@cs.Tu.Example": true, "e@xtu.example": false, "e@tu.example.org": false, "tu.example": true,
	} {
		require.Equal(t, owns, u.Owns(email), email)
	}
	for _, bad := range []string{`[{"id":1,"name":"A","domains":[]}]`, `[{"id":0,"name":"A","domains":["a"]}]`, `[{"id":1,"nome":""}]`, `[{"id":1,"name":"A","domains":["a"]},{"id":1,"name":"B","domains":["b"]}]`} {
		_, err := ReadUniversities(strings.NewReader(bad))
		require.Error(t, err, bad)
	}
}

func TestVault(t *testing.T) {
	former := NewKey()
	v, err := NewVault(former, "")
	require.NoError(t, err)
	sealed, err := v.seal("a", []byte("secret"))
	require.NoError(t, err)
	require.NotContains(t, string(sealed), "secret")
	again, err := v.seal("a", []byte("secret"))
	require.NoError(t, err)
	require.NotEqual(t, sealed, again, "a nonce that comes again gives the key away")
	for n := range sealed {
		_, err := v.open("a", sealed[:n])
		require.Equal(t, "campus_key_wrong", fault.ReasonOf(err), "cut off after %d bytes", n)
	}
	got, err := v.open("a", sealed)
	require.NoError(t, err)
	require.Equal(t, "secret", string(got))
	_, err = v.open("b", sealed)
	require.Equal(t, "campus_key_wrong", fault.ReasonOf(err), "another application's")
	other, _ := NewVault(NewKey(), "")
	_, err = other.open("a", sealed)
	require.Equal(t, "campus_key_wrong", fault.ReasonOf(err))
	_, err = other.Renew("a", sealed)
	require.Equal(t, "campus_key_wrong", fault.ReasonOf(err))
	key := NewKey()
	today, err := NewVault(key, former)
	require.NoError(t, err)
	got, err = today.open("a", sealed)
	require.NoError(t, err)
	require.Equal(t, "secret", string(got), "under the key before")
	fresh, err := today.Renew("a", sealed)
	require.NoError(t, err)
	alone, err := NewVault(key, "")
	require.NoError(t, err)
	got, err = alone.open("a", fresh)
	require.NoError(t, err)
	require.Equal(t, "secret", string(got))
	fresh, err = today.Renew("a", fresh)
	require.NoError(t, err)
	require.Nil(t, fresh, "it is already")
	none, err := NewVault("", "")
	require.NoError(t, err)
	_, err = none.seal("a", nil)
	require.Equal(t, ErrNoKey, err)
	_, err = none.Renew("a", sealed)
	require.Equal(t, ErrNoKey, err)
	_, err = NewVault(key, "c2hvcnQ=")
	require.Equal(t, "campus_key_invalid", fault.ReasonOf(err))
	_, err = NewVault("c2hvcnQ=", "")
	require.Equal(t, "campus_key_invalid", fault.ReasonOf(err))
}

func samples(t testing.TB) map[string][]byte {
	gray := image.NewGray(image.Rect(0, 0, 4, 4))
	var j, p, g bytes.Buffer
	require.NoError(t, jpeg.Encode(&j, gray, nil))
	require.NoError(t, png.Encode(&p, gray))
	require.NoError(t, gif.Encode(&g, gray, nil))
	return map[string][]byte{
		"image/jpeg": j.Bytes(), "image/png": p.Bytes(), "image/gif": g.Bytes(), "application/pdf": []byte("%PDF-1.7\n1 0 obj\n%%EOF\n"),
	}
}

func TestSniff(t *testing.T) {
	for want, content := range samples(t) {
		p, err := Sniff(content)
		require.NoError(t, err, want)
		require.Equal(t, want, p.MediaType)
		_, err = Sniff(content[:10])
		require.Equal(t, ErrFileType, err, "%s cut off", want)
	}
	for text, want := range map[string]error{
		"": ErrFileMissing, "<svg/>": ErrFileType, "<html>%PDF-": ErrFileType, "\x89PNG\r\n\x1a\n<script>": ErrFileType,
		strings.Repeat("x", 2_500_000): ErrFileType, strings.Repeat("x", 2_500_001): ErrFileTooBig, "%PDF-" + strings.Repeat("x", 2_500_000-10) + "%%EOF": nil,
	} {
		_, err := Sniff([]byte(text))
		require.Equal(t, want, err)
	}
	huge := samples(t)["image/png"]
	copy(huge[16:24], []byte{0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff})
	_, err := Sniff(huge)
	require.Equal(t, ErrFileType, err, "a picture that would fill the memory")
}

func FuzzSniff(f *testing.F) {
	for _, content := range samples(f) {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		p, err := Sniff(content)
		if err != nil {
			require.Empty(t, p.Content)
			return
		}
		require.Contains(t, []string{"image/jpeg", "image/png", "image/gif", "application/pdf"}, p.MediaType)
		require.LessOrEqual(t, len(p.Content), MaxFile)
		require.NotEmpty(t, Extension(p.MediaType))
	})
}
