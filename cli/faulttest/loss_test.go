package faulttest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// loss stands between the shop's processes and PostgreSQL, and cuts connections as the server's death would: in every third transaction
// that begins to write what an order is made of with the same statement, by turns before the server has it and when it is committed.
type loss struct {
	server string

	mu   sync.Mutex
	runs map[string]int // of such transactions, by that statement
	cuts map[fate]int
}

// fate is what becomes of a transaction.
type fate int

const (
	spared fate = iota
	lost
	unheard // it is committed, and its answer lost
)

// writes are statements that write what an order is made of.
var writes = regexp.MustCompile(`(insert into|update) (checkout_attempt|shop_order|order_delivery|order_payment|webhook_event)\b`)

// losing makes the shop's processes lose what they tell the database, or its answers. They must not run yet.
func (s *shop) losing() *loss {
	s.Helper()
	const name = "KONTOR_DATABASE_URL="
	i := slices.IndexFunc(s.env, func(v string) bool { return strings.HasPrefix(v, name) })
	database, err := url.Parse(strings.TrimPrefix(s.env[i], name))
	require.NoError(s, err)
	l := &loss{server: database.Host, runs: map[string]int{}, cuts: map[fate]int{}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(s, err)
	s.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go l.serve(client)
		}
	}()
	query := database.Query()
	query.Set("sslmode", "disable")
	database.Host, database.RawQuery = listener.Addr().String(), query.Encode()
	for _, p := range []*program{s.api, s.worker} {
		p.env = append(slices.Clone(p.env), name+database.String())
	}
	return l
}

// cut tells whether connections were cut in both ways since it was last asked.
func (l *loss) cut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	both := l.cuts[lost] > 0 && l.cuts[unheard] > 0
	clear(l.cuts)
	return both
}

// fate decides about a transaction that begins to write with the statement.
func (l *loss) fate(sql string) fate {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runs[sql]++
	f := [...]fate{1: lost, 4: unheard, 5: spared}[l.runs[sql]%6] // two tries are for what else the same step writes
	l.cuts[f]++
	return f
}

// session is a connection of the shop's.
type session struct {
	*loss
	client, server net.Conn
	statements     map[string]string // prepared, by name

	mu      sync.Mutex
	writing bool // in the transaction under way
	doomed  bool // and it is to lose its answer
}

func (l *loss) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", l.server)
	if err != nil {
		return
	}
	defer server.Close()
	c := &session{loss: l, client: client, server: server, statements: map[string]string{}}
	if hello, err := frame(client, 0); err != nil || c.send(server, hello) != nil {
		return
	}
	go func() {
		defer client.Close()
		defer server.Close()
		for c.answers() == nil {
		}
	}()
	for c.asks() == nil {
	}
}

// frame reads a message, which but for the first has a letter before its length.
func frame(r io.Reader, letters int) ([]byte, error) {
	head := make([]byte, letters+4)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	message := append(head, make([]byte, binary.BigEndian.Uint32(head[letters:])-4)...)
	_, err := io.ReadFull(r, message[letters+4:])
	return message, err
}

func (c *session) send(to net.Conn, message []byte) error {
	_, err := to.Write(message)
	return err
}

var errCut = errors.New("cut")

// asks passes a message on to the server.
func (c *session) asks() error {
	message, err := frame(c.client, 1)
	if err != nil {
		return err
	}
	texts := bytes.SplitN(message[5:], []byte{0}, 3)
	switch message[0] {
	case 'P': // parse: name, statement
		c.statements[string(texts[0])] = string(texts[1])
	case 'B': // bind: portal, name
		if sql := c.statements[string(texts[1])]; writes.MatchString(sql) && c.begins() {
			switch c.fate(sql) {
			case lost:
				return errCut
			case unheard:
				c.mu.Lock()
				c.doomed = true
				c.mu.Unlock()
			}
		}
	}
	return c.send(c.server, message)
}

// begins reports whether the transaction has written nothing before.
func (c *session) begins() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.writing
	c.writing = true
	return !before
}

// answers passes on what the server says up to where it waits, unless that is the end of a transaction whose answer is to be lost.
func (c *session) answers() error {
	message, err := frame(c.server, 1)
	if err != nil {
		return err
	}
	const ready, idle = 'Z', 'I'
	c.mu.Lock()
	doomed := c.doomed
	c.mu.Unlock()
	held := message
	for doomed && message[0] != ready {
		if message, err = frame(c.server, 1); err != nil {
			return err
		}
		held = append(held, message...)
	}
	if message[0] == ready && message[5] == idle {
		if doomed {
			return errCut
		}
		c.mu.Lock()
		c.writing = false
		c.mu.Unlock()
	}
	return c.send(c.client, held)
}

// The database dies again and again as something of an order is written: before it has the transaction, or after it is committed and
// before it says so. Orders are bought, dispatched, refunded and cancelled all the same, each once.
func TestTheDatabaseDiesAsOrdersAreWritten(t *testing.T) {
	t.Parallel()
	try := (*shop).triesAll
	var l *loss
	shop, by := lending(t, func(s *shop) { l = s.losing() })
	kept, released := shop.movings(by, "saferpay", "paypal")
	prepaid := shop.guest()
	prepaid.add()
	prepaid.pay("moneyorder")
	prepaid.ordered("pending")
	orders := len(kept) + len(released) + 1
	require.True(t, l.cut(), "the database died as orders were bought")
	require.Equal(t, []int{orders, orders, stock - 2*orders + 1}, []int{shop.orders(), shop.attempts(), shop.available()})
	for _, m := range moves {
		shop.moves(kept, released, m, try)
	}
	require.True(t, l.cut(), "the database died as their money was moved")
	shop.settles()
	require.Equal(t, len(kept), shop.provider.count("charge")+by["saferpay"].count("charge"))
}
