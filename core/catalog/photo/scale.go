package photo

import (
	"image"
	"image/color"

	"golang.org/x/image/draw"
)

// strip is how many rows or columns are scaled at once. The scaler keeps what it is at in floats, 32 bytes a pixel: of a
// large photograph as a whole that would be a gigabyte.
const strip = 64

// scaled gives a picture on white, at most size pixels wide and high. It never grows.
func scaled(picture image.Image, size int) image.Image {
	from := picture.Bounds()
	width, height := from.Dx(), from.Dy()
	if longer := max(width, height); longer > size {
		width, height = max(width*size/longer, 1), max(height*size/longer, 1)
	}
	return lower(narrower(picture, width), height)
}

// narrower gives a picture on white in that width. Its rows do not depend on each other.
func narrower(picture image.Image, width int) *image.RGBA {
	from := picture.Bounds()
	to := image.NewRGBA(image.Rect(0, 0, width, from.Dy()))
	draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	scaler := draw.CatmullRom.NewScaler(width, strip, from.Dx(), strip)
	for y := 0; y < from.Dy(); y += strip {
		end := min(y+strip, from.Dy())
		scaler.Scale(to, image.Rect(0, y, width, end), picture,
			image.Rect(from.Min.X, from.Min.Y+y, from.Max.X, from.Min.Y+end), draw.Over, nil)
	}
	return to
}

// lower gives a picture in that height. Its columns do not depend on each other.
func lower(picture *image.RGBA, height int) *image.RGBA {
	from := picture.Bounds()
	if from.Dy() == height {
		return picture
	}
	to := image.NewRGBA(image.Rect(0, 0, from.Dx(), height))
	scaler := draw.CatmullRom.NewScaler(strip, height, strip, from.Dy())
	for x := 0; x < from.Dx(); x += strip {
		end := min(x+strip, from.Dx())
		scaler.Scale(to, image.Rect(x, 0, end, height), picture, image.Rect(x, 0, end, from.Dy()), draw.Src, nil)
	}
	return to
}
