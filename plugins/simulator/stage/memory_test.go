package stage

import (
	"encoding/json"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type inner struct {
	text string
	n    *int64
}

type bill struct {
	inner
	Of    *buyer `json:"-"`
	lines []*inner
	words [2]string
	hash  [3]byte
	raw   []byte
	form  url.Values
	any   any
	at    time.Time
	told  chan struct{}
	limit map[string]inner
}

type buyer struct {
	name  string
	bills []*bill
}

// till has one of each kind of shelf.
type till struct {
	mu     sync.Mutex
	buyers map[string]*buyer
	bills  []*bill
	byName map[string]*buyer
	open   map[string]bool
	serial int
	secret string
}

func (t *till) memory() *Memory {
	return NewMemory(&t.mu, nil).Shelf("buyer", &t.buyers).Shelf("bill", &t.bills).Shelf("name", &t.byName).Shelf("open", &t.open).
		Shelf("serial", &t.serial).Shelf("secret", &t.secret)
}

// kept gives pages as they come from a file.
func kept(t *testing.T, m *Memory) map[string]json.RawMessage {
	t.Helper()
	text, err := json.Marshal(m.Pages())
	require.NoError(t, err)
	var pages map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(text, &pages))
	return pages
}

func TestAMemoryKeepsEverything(t *testing.T) {
	zero, stranger := int64(0), &buyer{name: "on no shelf"}
	kim := &buyer{name: "Kim \"<Käufer>\" \\ & \n"}
	one := &bill{inner: inner{"a", &zero}, Of: kim, lines: []*inner{{text: "x"}, nil}, words: [2]string{"", "b"}, hash: [3]byte{0, 255, 1}, raw: []byte{0, 1},
		form: url.Values{"k": {"v", ""}}, any: map[string]any{"b": 1, "a": []string{"<"}}, at: time.Now().UTC(), told: make(chan struct{}), limit: map[string]inner{"z/\"": {text: "l"}}}
	two := &bill{Of: stranger, lines: []*inner{}}
	kim.bills = []*bill{one}
	before := &till{buyers: map[string]*buyer{"1": kim}, bills: []*bill{one, two}, byName: map[string]*buyer{"a/b": kim, "": stranger},
		open: map[string]bool{"1": false}, serial: 7, secret: "s"}
	pages := kept(t, before.memory())
	require.JSONEq(t, `"buyer/1"`, string(pages["name/a/b"]), "it is on the first shelf")

	after := &till{open: map[string]bool{"0": true}, bills: []*bill{{}}}
	require.NoError(t, after.memory().Restore(pages))
	require.Equal(t, json.RawMessage(`{"a":["\u003c"],"b":1}`), after.bills[0].any, "the JSON that it was")
	require.Nil(t, after.bills[0].told)
	require.Same(t, after.buyers["1"], after.byName["a/b"])
	require.Same(t, after.buyers["1"], after.bills[0].Of)
	require.Same(t, after.bills[0], after.buyers["1"].bills[0])
	require.Equal(t, map[string]bool{"0": true, "1": false}, after.open)
	require.Equal(t, stranger, after.byName[""])
	require.Equal(t, two, after.bills[1])
	require.Equal(t, pages, kept(t, (&till{buyers: after.buyers, bills: after.bills, byName: after.byName, open: map[string]bool{"1": false}, serial: after.serial, secret: after.secret}).memory()))
	after.bills[0].any, after.bills[0].told = one.any, one.told
	require.Equal(t, kim, after.buyers["1"])
}

func TestAMemoryThatLacksAThingIsRefused(t *testing.T) {
	for page, text := range map[string]string{"name/a": `"buyer/9"`, "serial": `"x"`, "buyer/1": `{"bills":["buyer/1"]}`, "bill/00000000": `{"lines":{}}`} {
		err := (&till{}).memory().Restore(map[string]json.RawMessage{page: json.RawMessage(text)})
		require.ErrorContains(t, err, page)
	}
	require.NoError(t, (&till{}).memory().Restore(map[string]json.RawMessage{"another": nil, "serial": json.RawMessage(`3`), "buyer/1": json.RawMessage(`{"gone":1}`)}))
}

func TestACertificateIsKeptWithItsKey(t *testing.T) {
	one, err := NewCertificate("one")
	require.NoError(t, err)
	text, err := json.Marshal(one)
	require.NoError(t, err)
	var same Certificate
	require.NoError(t, json.Unmarshal(text, &same))
	require.True(t, same.Key.Equal(one.Key))
	require.Equal(t, one.PEM, same.PEM)
	other, err := NewCertificate("other")
	require.NoError(t, err)
	text, err = json.Marshal(&Certificate{Key: one.Key, PEM: other.PEM})
	require.NoError(t, err)
	require.ErrorContains(t, json.Unmarshal(text, &same), "another key's")
}
