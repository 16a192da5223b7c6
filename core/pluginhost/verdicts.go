package pluginhost

import (
	"crypto/sha256"
	"encoding/json"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"kontor.dev/kontor/core/address"
)

// verdictLife is how long it holds that a carrier takes an address: from when the customer chooses how it is delivered to when
// they buy.
const (
	verdictLife = 10 * time.Minute
	maxVerdicts = 4096
)

// keptVerdicts remembers which addresses carriers take, as long as the same process runs. What a carrier refuses is asked
// again: the customer has been told, and may have had it put right.
type keptVerdicts struct{ taken *lru.Cache[taken, time.Time] }

// taken is an address that the carrier takes for an option. The digest stands for what is somebody's.
type taken struct {
	by     *instance
	option string
	to     [sha256.Size]byte
}

func newVerdicts() keptVerdicts {
	kept, err := lru.New[taken, time.Time](maxVerdicts)
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	return keptVerdicts{kept}
}

func takenOf(by *instance, option string, to address.Address) taken {
	text, _ := json.Marshal(to) // of texts and numbers alone
	return taken{by, option, sha256.Sum256(text)}
}

func (k keptVerdicts) has(t taken, now time.Time) bool {
	until, ok := k.taken.Get(t)
	return ok && now.Before(until)
}

func (k keptVerdicts) put(t taken, now time.Time) { k.taken.Add(t, now.Add(verdictLife)) }
