package photo_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/photo"
	"kontor.dev/kontor/core/fault"
)

var (
	red  = color.RGBA{R: 220, A: 255}
	blue = color.RGBA{B: 220, A: 255}
)

// twoColours is a picture whose left half is red and whose right half is blue.
func twoColours(width, height int) image.Image {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p.Set(x, y, map[bool]color.Color{true: red, false: blue}[x < width/2])
		}
	}
	return p
}

func asPNG(t *testing.T, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, p))
	return b.Bytes()
}

// turned is a JPEG whose EXIF says how the camera was held.
func turned(t *testing.T, p image.Image, orientation uint16) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, p, nil))
	exif := []byte("Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00")
	binary.BigEndian.PutUint16(exif[24:], orientation)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(exif)+2))
	return append(append(append([]byte{0xff, 0xd8}, segment...), exif...), b.Bytes()[2:]...)
}

func shown(t *testing.T, s *photo.Store, key string, size int) image.Image {
	t.Helper()
	data, err := s.Image(key, size)
	require.NoError(t, err)
	p, err := jpeg.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	return p
}

func isRed(c color.Color) bool {
	r, _, b, _ := c.RGBA()
	return r > 2*b
}

func TestPhotographsAreShownInEverySize(t *testing.T) {
	s := photo.NewStore(filepath.Join(t.TempDir(), "not", "there", "yet"))
	key, err := s.Add(bytes.NewReader(asPNG(t, twoColours(1200, 900))))
	require.NoError(t, err)
	require.True(t, photo.Is(key))
	for size, want := range map[int]image.Point{100: {100, 75}, 200: {200, 150}, 600: {600, 450}, 2800: {1200, 900}} {
		require.Equal(t, want, shown(t, s, key, size).Bounds().Max, "%d", size)
	}
	again, err := s.Add(bytes.NewReader(asPNG(t, twoColours(1200, 900))))
	require.NoError(t, err)
	require.Equal(t, key, again)
	other, err := s.Add(bytes.NewReader(asPNG(t, twoColours(1200, 901))))
	require.NoError(t, err)
	require.NotEqual(t, key, other)
}

func TestPhotographsStandUpright(t *testing.T) {
	s := photo.NewStore(t.TempDir())
	for orientation, want := range map[uint16]struct {
		size image.Point
		red  image.Point // a place in the half that is red then
		blue image.Point
	}{
		1: {image.Pt(80, 40), image.Pt(5, 20), image.Pt(75, 20)},
		2: {image.Pt(80, 40), image.Pt(75, 20), image.Pt(5, 20)},
		3: {image.Pt(80, 40), image.Pt(75, 20), image.Pt(5, 20)},
		4: {image.Pt(80, 40), image.Pt(5, 20), image.Pt(75, 20)},
		5: {image.Pt(40, 80), image.Pt(20, 5), image.Pt(20, 75)},
		6: {image.Pt(40, 80), image.Pt(20, 5), image.Pt(20, 75)},
		7: {image.Pt(40, 80), image.Pt(20, 75), image.Pt(20, 5)},
		8: {image.Pt(40, 80), image.Pt(20, 75), image.Pt(20, 5)},
		9: {image.Pt(80, 40), image.Pt(5, 20), image.Pt(75, 20)},
	} {
		key, err := s.Add(bytes.NewReader(turned(t, twoColours(80, 40), orientation)))
		require.NoError(t, err)
		p := shown(t, s, key, 600)
		require.Equal(t, want.size, p.Bounds().Max, "orientation %d", orientation)
		require.True(t, isRed(p.At(want.red.X, want.red.Y)), "orientation %d", orientation)
		require.False(t, isRed(p.At(want.blue.X, want.blue.Y)), "orientation %d", orientation)
		data, err := s.Image(key, 600)
		require.NoError(t, err)
		require.NotContains(t, string(data), "Exif", "what the camera wrote is not shown to visitors")
	}
}

func TestWhatIsTransparentBecomesWhite(t *testing.T) {
	s := photo.NewStore(t.TempDir())
	key, err := s.Add(bytes.NewReader(asPNG(t, image.NewRGBA(image.Rect(0, 0, 20, 20)))))
	require.NoError(t, err)
	r, g, b, _ := shown(t, s, key, 100).At(10, 10).RGBA()
	require.Equal(t, []uint32{0xffff, 0xffff, 0xffff}, []uint32{r, g, b})
}

func TestWhatIsNoPhotographIsRefused(t *testing.T) {
	folder := t.TempDir()
	s := photo.NewStore(folder)
	cut := asPNG(t, twoColours(40, 40))
	huge := asPNG(t, image.NewGray(image.Rect(0, 0, 1, 1)))
	binary.BigEndian.PutUint32(huge[16:], 100_000) // a header that promises more than memory holds
	binary.BigEndian.PutUint32(huge[20:], 100_000)
	for name, test := range map[string]struct{ file, reason string }{
		"empty":     {"", "photo_unreadable"},
		"text":      {"not a picture", "photo_unreadable"},
		"SVG":       {`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, "photo_unreadable"},
		"cut off":   {string(cut[:len(cut)/2]), "photo_unreadable"},
		"too large": {strings.Repeat("x", 64<<20+1), "photo_too_large"},
	} {
		_, err := s.Add(strings.NewReader(test.file))
		require.Equal(t, test.reason, fault.ReasonOf(err), name)
	}
	_, err := s.Add(bytes.NewReader(huge))
	require.Contains(t, []string{"photo_too_large", "photo_unreadable"}, fault.ReasonOf(err), "its checksum is wrong too")
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}

// Other parts of the shop's program bring decoders of their own, such as the campus's for GIF.
func TestOnlyTheFormatsThatAreNamedAreTaken(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, gif.Encode(&b, twoColours(8, 6), nil))
	_, err := photo.NewStore(t.TempDir()).Add(&b)
	require.Equal(t, "photo_unreadable", fault.ReasonOf(err))
}

// Scaled as a whole, this one would need 450 MB beside itself.
func TestALargePhotographNeedsLittleMoreThanItself(t *testing.T) {
	large := image.NewGray(image.Rect(0, 0, 5000, 5000))
	for i := range large.Pix {
		large.Pix[i] = uint8(i % 5000 / 20)
	}
	file := asPNG(t, large)
	s := photo.NewStore(t.TempDir())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	key, err := s.Add(bytes.NewReader(file))
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(350), "in MB, all that was ever allocated")
	p := shown(t, s, key, 2800)
	require.Equal(t, image.Pt(2800, 2800), p.Bounds().Max)
	for _, y := range []int{0, 35, 36, 1399, 2799} { // at the edges of what is scaled at once and within
		for x := range 2800 {
			r, _, _, _ := p.At(x, y).RGBA()
			require.InDelta(t, float64(x)*5000/2800/20, float64(r>>8), 3, "%d, %d", x, y)
		}
	}
}

// A side that no format but PNG can have is refused before anything is read.
func TestAThreadIsNoPhotograph(t *testing.T) {
	_, err := photo.NewStore(t.TempDir()).Add(bytes.NewReader(asPNG(t, image.NewGray(image.Rect(0, 0, 70_000, 1)))))
	require.Equal(t, "photo_too_large", fault.ReasonOf(err))
}

func TestOnlyKeysOfPhotographsAreRead(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "600.jpg"), []byte("secret"), 0o600))
	s := photo.NewStore(filepath.Join(folder, "photos"))
	for _, key := range []string{"photo~", "photo~..", "photo~/../..", "photo~" + strings.Repeat("0", 32), "notebook~v1"} {
		_, err := s.Image(key, catalog.ImageSizes[2])
		require.Equal(t, fault.NotFound, fault.CodeOf(err), key)
	}
}

func FuzzAdd(f *testing.F) {
	s := photo.NewStore(f.TempDir())
	var b bytes.Buffer
	_ = jpeg.Encode(&b, twoColours(8, 6), nil)
	f.Add(b.Bytes())
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8 "))
	f.Fuzz(func(t *testing.T, data []byte) {
		key, err := s.Add(bytes.NewReader(data))
		if err != nil {
			require.Equal(t, fault.Invalid, fault.CodeOf(err))
			return
		}
		for _, size := range catalog.ImageSizes {
			_, err := s.Image(key, size)
			require.NoError(t, err)
		}
	})
}
