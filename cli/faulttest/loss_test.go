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

// loss stands between the shop's processes and PostgreSQL, and cuts connections as the server's death would: in every other
// transaction that begins to write what an order is made of with the same statement.
type loss struct {
	server string
	answer bool // the transaction is committed, and its answer lost; else it is lost itself

	mu   sync.Mutex
	runs map[string]int // of such transactions, by that statement
	cuts int
}

// writes are statements that write what an order is made of.
var writes = regexp.MustCompile(`(insert into|update) (checkout_attempt|shop_order|order_delivery|order_payment|webhook_event)\b`)

// losing makes the shop's processes lose what they tell the database, or its answers. They must not run yet.
func (s *shop) losing(answer bool) *loss {
	s.Helper()
	const name = "KONTOR_DATABASE_URL="
	i := slices.IndexFunc(s.env, func(v string) bool { return strings.HasPrefix(v, name) })
	database, err := url.Parse(strings.TrimPrefix(s.env[i], name))
	require.NoError(s, err)
	l := &loss{server: database.Host, answer: answer, runs: map[string]int{}}
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

// lost gives how many connections were cut.
func (l *loss) lost() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cuts
}

// loses reports whether a transaction that begins to write with the statement is one to lose.
func (l *loss) loses(sql string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runs[sql]++
	if l.runs[sql]%2 == 0 {
		return false
	}
	l.cuts++
	return true
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
		if sql := c.statements[string(texts[1])]; writes.MatchString(sql) && c.begins() && c.loses(sql) {
			if !c.answer {
				return errCut
			}
			c.mu.Lock()
			c.doomed = true
			c.mu.Unlock()
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

// The database dies whenever something of an order is written: before it has the transaction, or after it is committed and before it
// says so. Orders are bought, dispatched, refunded and cancelled all the same, each once.
func TestTheDatabaseDiesAsOrdersAreWritten(t *testing.T) {
	t.Parallel()
	all := (*shop).triesAll
	for name, answer := range map[string]bool{"before it has them": false, "before it has said so": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var l *loss
			shop, by := lending(t, func(s *shop) { l = s.losing(answer) })
			names := []string{"saferpay", "paypal"}
			kept, released := shop.movings(by, names), shop.movings(by, names)
			prepaid := shop.guest()
			prepaid.add()
			prepaid.pay("moneyorder")
			prepaid.ordered("pending")
			bought := l.lost()
			require.Greater(t, bought, len(names), "connections were lost")
			require.Equal(t, 2*len(kept)+1, shop.attempts())
			require.Equal(t, stock-4*len(kept)-1, shop.available())
			for _, m := range moves {
				orders := kept
				if m.name == release {
					orders = released
				}
				shop.moves(orders, m, all)
			}
			require.Greater(t, l.lost(), bought, "and while orders were moved")
			shop.settles()
			require.Equal(t, len(kept)+len(released), shop.provider.count("charge")+by["saferpay"].count("charge")+1, "but the released card's")
		})
	}
}
