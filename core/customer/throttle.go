package customer

import (
	"net/netip"
	"strings"
	"time"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
)

// Limit is how many tries in a row a key has before it is blocked, for how long first, and for how long at most: each
// further try doubles it. A wide one does not hold where the account was entered before from the same address.
type Limit struct {
	Key   []byte
	Wide  bool
	Free  int
	First time.Duration
	Most  time.Duration
}

// ForgetTries is how long a key's tries are remembered after the last, KeepGood how long a success is.
const (
	ForgetTries = 24 * time.Hour
	KeepGood    = 90 * 24 * time.Hour
)

// limits are what counts for a try to log in, the narrow one first. It is about an account from one address, and stops
// guessing; the wide ones stop those who spread it over addresses or accounts. Others would pay for the wide ones: the
// owner of an account that is attacked, and who shares an address with the attacker. So they are short, and do not hold
// for an account from an address from which it was entered before.
func limits(email, client string) []Limit {
	account := strings.ToLower(strings.TrimSpace(email))
	client = Network(client)
	return []Limit{
		{Key: ident.Digest("pair\n" + account + "\n" + client), Free: 5, First: time.Minute, Most: 15 * time.Minute},
		{Key: ident.Digest("account\n" + account), Wide: true, Free: 50, First: 30 * time.Second, Most: time.Minute},
		{Key: ident.Digest("client\n" + client), Wide: true, Free: 50, First: time.Minute, Most: 5 * time.Minute},
	}
}

// Network names whose an address is, for counting: an address of IPv4 is somebody's, of IPv6 the whole network of 64 bits is,
// whose machines change their addresses by themselves. What is no address stays as it is.
func Network(client string) string {
	address, err := netip.ParseAddr(client)
	if err != nil {
		return client
	}
	if address = address.Unmap().WithZone(""); address.Is4() {
		return address.String()
	}
	return netip.PrefixFrom(address, networkBits).Masked().String()
}

const networkBits = 64

// limitOf is what counts for a try in a session that is the account's already: nobody else's tries do.
func limitOf(sessionID string) []Limit {
	return []Limit{{Key: ident.Digest("session\n" + sessionID), Free: 5, First: time.Minute, Most: 15 * time.Minute}}
}

// Block is how long a key is blocked after its nth try in a row.
func (l Limit) Block(tries int) time.Duration {
	if tries < l.Free {
		return 0
	}
	block := l.First
	for range tries - l.Free {
		if block *= 2; block >= l.Most {
			return l.Most
		}
	}
	return block
}

var errBlocked = fault.New(fault.Forbidden, "login_blocked")

// Blocked is the fault Forbidden ("login_blocked") with its end.
type Blocked struct{ Until time.Time }

func (b *Blocked) Error() string {
	return errBlocked.Error() + " until " + b.Until.Format(time.RFC3339)
}

// Unwrap gives the fault.
func (b *Blocked) Unwrap() error { return errBlocked }

// Keys are all keys of limits that hold for an account: from the addresses from which it was tried, and in its sessions.
// The limit of an address alone is not among them: it is not the account's.
func Keys(email string, clients, sessions []string) [][]byte {
	var keys [][]byte
	for _, client := range append(clients, "") {
		for _, l := range limits(email, client)[:2] {
			keys = append(keys, l.Key)
		}
	}
	for _, id := range sessions {
		keys = append(keys, limitOf(id)[0].Key)
	}
	return keys
}
