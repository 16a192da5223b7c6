package paper

import (
	"bytes"
	"encoding/binary"
)

// sRGB gives an ICC profile (version 2.1, a display profile of matrices and a curve) of the colours of IEC 61966-2-1,
// with the primaries adapted to D50 and a gamma of 2.2. PDF/A wants to be told what its colours mean.
func sRGB() []byte {
	tags := []struct {
		name string
		body []byte
	}{
		{"desc", description("sRGB")},
		{"cprt", append([]byte("text\x00\x00\x00\x00"), "public domain\x00"...)},
		{"wtpt", xyz(0.9642, 1, 0.8249)},
		{"rXYZ", xyz(0.4360747, 0.2225045, 0.0139322)},
		{"gXYZ", xyz(0.3850649, 0.7168786, 0.0971045)},
		{"bXYZ", xyz(0.1430804, 0.0606169, 0.7141733)},
		{"rTRC", gamma()}, {"gTRC", gamma()}, {"bTRC", gamma()},
	}
	const header, entry = 128, 12
	table, data := &bytes.Buffer{}, &bytes.Buffer{}
	put(table, uint32(len(tags)))
	at := header + 4 + entry*len(tags)
	for _, t := range tags {
		table.WriteString(t.name)
		put(table, uint32(at+data.Len()), uint32(len(t.body)))
		data.Write(t.body)
		data.Write(make([]byte, -len(t.body)&3)) // tags begin at multiples of four
	}
	p := &bytes.Buffer{}
	put(p, uint32(at+data.Len()), uint32(0), uint32(0x02100000))
	p.WriteString("mntrRGB XYZ ")
	put(p, uint16(2026), uint16(1), uint16(1), uint16(0), uint16(0), uint16(0))
	p.WriteString("acsp")
	p.Write(make([]byte, 28)) // platform, flags, device, attributes, rendering intent: perceptual
	p.Write(xyz(0.9642, 1, 0.8249)[8:])
	p.Write(make([]byte, header-p.Len()))
	return append(append(p.Bytes(), table.Bytes()...), data.Bytes()...)
}

func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		_ = binary.Write(b, binary.BigEndian, v) // numbers into memory
	}
}

// xyz is a colour as signed fixed-point numbers of 16 bits before and after the point.
func xyz(values ...float64) []byte {
	b := bytes.NewBufferString("XYZ \x00\x00\x00\x00")
	for _, v := range values {
		put(b, int32(v*65536+0.5))
	}
	return b.Bytes()
}

// gamma is a curve of one exponent, 2.2, with 8 bits after the point.
func gamma() []byte {
	b := bytes.NewBufferString("curv\x00\x00\x00\x00")
	put(b, uint32(1), uint16(0x0233))
	return b.Bytes()
}

func description(text string) []byte {
	b := bytes.NewBufferString("desc\x00\x00\x00\x00")
	put(b, uint32(len(text)+1))
	b.WriteString(text + "\x00")
	b.Write(make([]byte, 4+4+2+1+67)) // no Unicode, no ScriptCode
	return b.Bytes()
}
