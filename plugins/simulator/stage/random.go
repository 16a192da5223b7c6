package stage

import (
	"crypto/rand"
	"encoding/hex"
)

// RandomHex gives n random bytes, as hex digits.
func RandomHex(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // never fails since Go 1.24
	return hex.EncodeToString(raw)
}
