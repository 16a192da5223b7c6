package archtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var faultReason = regexp.MustCompile(`fault\.(?:New|Wrap|InvalidFields)\([^"\n]*"([a-z_0-9]+)"|Reason\w+ += "([a-z_0-9]+)"`)

// unread are the reasons that no shopper meets: operators, providers and programs do, or the storefront treats them in a
// way of its own.
var unread = map[string]bool{
	"attempt_held": true, "attempt_placed": true, "attempt_not_begun": true, "attempt_not_found": true, "attempt_still_working": true,
	"attempt_not_owed": true, "give_back_under_way": true,
	"checkout_attempt_under_way": true, "checkout_not_found": true, "express_address_invalid": true, "input_invalid": true,
	"not_supported": true, "order_not_found": true, "order_not_placed": true, "order_not_reserved": true,
	"payment_not_found": true, "payment_reference_taken": true, "payment_operation_captured": true, "payment_operation_lapses": true, "payment_operation_only_whole": true, "session_gone": true, "webhook_forged": true,
	"cart_line_not_found": true, "warranty_not_found": true, "carrier_unavailable": true, "plugin_bad_answer": true, "plugin_failed": true,
}

// Whatever the cart and the checkout refuse, the shopper reads in words of the catalogue, not as "something went wrong".
func TestShoppersReadWhyTheyAreRefused(t *testing.T) {
	texts := map[string]map[string]any{}
	for _, lang := range []string{"de", "en"} {
		content, err := os.ReadFile("../../storefront/messages/" + lang + ".json")
		require.NoError(t, err)
		var messages struct {
			Errors map[string]any `json:"errors"`
		}
		require.NoError(t, json.Unmarshal(content, &messages))
		texts[lang] = messages.Errors
	}
	found := 0
	for _, pattern := range []string{"checkout/*.go", "voucher/*.go", "cart/*.go", "postgres/cart*.go", "postgres/checkout*.go", "httpapi/checkout*.go", "httpapi/cart*.go", "httpapi/express.go"} {
		files, err := filepath.Glob("../" + pattern)
		require.NoError(t, err)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, match := range faultReason.FindAllStringSubmatch(string(code), -1) {
				reason := match[1] + match[2]
				if unread[reason] {
					continue
				}
				found++
				for lang, errors := range texts {
					require.Contains(t, errors, reason, "%s says %s, which has no text in %s", file, reason, lang)
				}
			}
		}
	}
	require.Greater(t, found, 20, "the look must see the reasons")
}
