package nonull_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/nonull"
)

type inner struct {
	List  []string       `json:"list"`
	Bytes []byte         `json:"bytes"`
	At    time.Time      `json:"at"`
	Map   map[string]any `json:"map,omitempty"`
}

type outer struct {
	Inner   inner    `json:"inner"`
	Pointer *inner   `json:"pointer"`
	Nothing *inner   `json:"nothing"`
	Many    []inner  `json:"many"`
	Left    []string `json:"left,omitempty"`
	Any     any      `json:"any"`
	hidden  []string
}

func TestListsAreNeverNull(t *testing.T) {
	at := time.Date(2026, time.November, 26, 20, 0, 0, 0, time.UTC)
	v := outer{Inner: inner{At: at}, Pointer: &inner{At: at, Map: map[string]any{"deep": []int(nil)}}, Many: []inner{{At: at}}, Any: inner{At: at}}
	got, err := json.Marshal(nonull.Lists(map[string]any{"v": v, "none": nil}))
	require.NoError(t, err)
	const empty = `{"list":[],"bytes":null,"at":"2026-11-26T20:00:00Z"}`
	require.JSONEq(t, `{"none": null, "v": {"inner": `+empty+`, "pointer": {"list":[],"bytes":null,"at":"2026-11-26T20:00:00Z","map":{"deep":[]}},
		"nothing": null, "many": [`+empty+`], "any": `+empty+`}}`, string(got))
	require.Nil(t, v.Inner.List, "what was given is as it was")
	require.Nil(t, v.hidden)
	require.Nil(t, nonull.Lists(nil))
	require.Equal(t, "text", nonull.Lists("text"))
}
