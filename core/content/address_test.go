package content_test

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/content"
)

func TestAPageIsNotWhereTheShopHasItsOwn(t *testing.T) {
	for address, taken := range map[string]bool{
		"warenkorb": true, "produkt/notebook-1": true, "kasse": true, "kasse/erfolgreich": true, "en": true, "en/hilfe": true, "de/hilfe": true,
		"kundenkonto/hilfe/mehr": true, "newsletter": true, "api/x/y": true, "images/300/x": true,
		"hilfe": false, "warenkorb/hilfe": false, "produkt": false, "kategorie": false, "entsorgung": false, "kasse/payment": false,
		"infocenter/section/imprint": false, "images": false, "newsletter/archiv": false,
	} {
		folder := fstest.MapFS{}
		for _, lang := range []string{"de", "en"} {
			folder["pages/"+address+"."+lang+".md"] = &fstest.MapFile{Data: []byte("---\ntitle: x\n---\nText")}
		}
		_, problems, err := content.Read(folder)
		require.NoError(t, err)
		if !taken {
			require.Empty(t, problems, address)
			continue
		}
		require.Len(t, problems, 2, address)
		require.Contains(t, problems[0].Reason, "the shop has something of its own at /"+address)
	}
}

func TestRoutesOfTheStorefrontAreTaken(t *testing.T) {
	routes := 0
	err := fs.WalkDir(os.DirFS("../../storefront/src/app/[locale]"), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Base(name) != "page.tsx" && path.Base(name) != "route.ts" {
			return err
		}
		var address []string
		for part := range strings.SplitSeq(path.Dir(name), "/") {
			switch {
			case part == ".", strings.HasPrefix(part, "("): // groups are no part of an address
			case strings.HasPrefix(part, "["):
				address = append(address, "x")
			default:
				address = append(address, part)
			}
		}
		key := strings.Join(address, "/")
		switch {
		case key == "", strings.Contains(key, "+"): // no page can have such an address
		case name == "(shop)/[...rest]/page.tsx", key == "infocenter/section/x": // show pages
			require.False(t, content.Taken(key), name)
		default:
			require.True(t, content.Taken(key), name)
			routes++
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, routes, 20)
}
