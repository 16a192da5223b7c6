package photo

import (
	"bytes"
	"image"

	"github.com/bep/imagemeta"
)

// formats are those whose metadata say how the camera was held.
var formats = map[string]imagemeta.ImageFormat{"jpeg": imagemeta.JPEG, "png": imagemeta.PNG, "webp": imagemeta.WebP}

// orientation gives EXIF's number of how a picture is to be turned: 1 to 8, 1 where nothing is said, or nothing legible.
func orientation(data []byte, format string) int {
	how := 1
	_, err := imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(data), ImageFormat: formats[format], Sources: imagemeta.EXIF,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool { return tag.Tag == "Orientation" },
		HandleTag: func(tag imagemeta.TagInfo) error {
			if n, ok := tag.Value.(uint16); ok && n >= 1 && n <= 8 {
				how = int(n)
			}
			return imagemeta.ErrStopWalking
		},
	})
	if err != nil {
		return 1
	}
	return how
}

// upright turns and mirrors a picture as EXIF's orientation says.
func upright(from image.Image, orientation int) image.Image {
	w, h := from.Bounds().Dx(), from.Bounds().Dy()
	place := [...]func(x, y int) (int, int){
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return h - 1 - y, x },
		7: func(x, y int) (int, int) { return h - 1 - y, w - 1 - x },
		8: func(x, y int) (int, int) { return y, w - 1 - x },
	}
	if orientation < 2 || orientation >= len(place) {
		return from
	}
	to := image.NewRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		to = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			toX, toY := place[orientation](x, y)
			to.Set(toX, toY, from.At(from.Bounds().Min.X+x, from.Bounds().Min.Y+y))
		}
	}
	return to
}
