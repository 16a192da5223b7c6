package illustration

import "fmt"

// kind is a sort of thing that can be drawn.
type kind struct {
	body, accent string // usual colours, six hex digits
	count        int    // usual number of fans, sticks and the like
	views        []func(*canvas, *paint)
}

// paint is a Drawing with every colour decided, as "#rrggbb".
type paint struct {
	Drawing
	body, accent string
	line         string // for details on the body
}

func (k kind) paint(d Drawing) *paint {
	p := &paint{Drawing: d, body: "#" + k.body, accent: "#" + k.accent}
	if d.Body != "" {
		p.body = "#" + d.Body
	}
	if d.Accent != "" {
		p.accent = "#" + d.Accent
	}
	if p.Count == 0 {
		p.Count = k.count
	}
	p.line = shade(p.body, 22)
	if light(p.body) {
		p.line = shade(p.body, -16)
	}
	return p
}

// Views says how many pictures there are of a kind: its own and the box it comes in. It is 0 for an unknown kind.
func Views(name string) int {
	k, known := kinds[name]
	if !known {
		return 0
	}
	return len(k.views) + 1
}

// Kinds gives the names of everything that can be drawn, in no order.
func Kinds() []string {
	var names []string
	for name := range kinds {
		names = append(names, name)
	}
	return names
}

// NoPicture is the key of a product that has no picture: an empty frame stands in its place.
const NoPicture = ""

// SVG draws the picture of a key, size pixels wide and high: a product's (Drawing.Key), an energy label
// (EnergyLabel.Key) or NoPicture. The same key and size give the same bytes. Fault NotFound ("image_not_found") for any other key.
func SVG(key string, size int) ([]byte, error) {
	if label, ok := parseLabel(key); ok {
		return label.svg(size), nil
	}
	if key == NoPicture {
		c := &canvas{}
		c.backdrop()
		c.emptyFrame()
		return c.document(size), nil
	}
	d, err := Parse(key)
	if err != nil {
		return nil, err
	}
	k := kinds[d.Kind]
	p := k.paint(d)
	c := &canvas{}
	c.backdrop()
	if d.View <= len(k.views) {
		k.views[d.View-1](c, p)
	} else {
		c.carton(k, p)
	}
	return c.document(size), nil
}

// emptyFrame is the outline of a photograph.
func (c *canvas) emptyFrame() {
	c.rect(186, 208, 228, 184, 16, "none", `stroke="#c3c9d1"`, `stroke-width="8"`)
	c.circle(252, 264, 20, "#c3c9d1")
	c.path("M206 372L284 296L326 336L358 308L394 344V372Z", "#c3c9d1")
}

// backdrop is the soft light ground that all pictures share.
func (c *canvas) backdrop() {
	c.defs.WriteString(`<filter id="soft" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="10"/></filter>`)
	c.rect(0, 0, side, side, 0, c.round("#ffffff", "#f7f8fa", "#edf0f4"))
}

// shadow lays a soft shadow on the floor.
func (c *canvas) shadow(x, y, rx, ry float64) {
	c.ellipse(x, y, rx, ry, "#1c2430", opacity(0.24), `filter="url(#soft)"`)
}

// carton draws the box that a product comes in, with its picture on the front.
func (c *canvas) carton(k kind, p *paint) {
	c.shadow(300, 508, 210, 20)
	top, front, right := "#e9dcc6", c.down("#d9c6a6", "#c9b38d"), c.across("#b79d73", "#a58a60")
	c.polygon(top, 110, 190, 380, 190, 490, 140, 230, 140)
	c.polygon(front, 110, 190, 380, 190, 380, 505, 110, 505)
	c.polygon(right, 380, 190, 490, 140, 490, 440, 380, 505)
	c.polygon("#f3e9d8", 228, 190, 262, 190, 376, 140, 344, 140)
	c.rect(228, 190, 34, 60, 0, "#f3e9d8", opacity(0.85))
	c.rect(135, 268, 220, 200, 14, "#ffffff", opacity(0.94))
	c.rect(135, 458, 220, 10, 5, p.accent)
	c.within("translate(150 273) scale(.32)", func() { k.views[0](c, p) })
	for i := range 9 {
		w := float64(2 + i*7%4)
		c.polygon("#6f5836", 410+float64(i)*7, 420-float64(i)*3.2, 410+float64(i)*7+w, 420-float64(i)*3.2-w*.45, 410+float64(i)*7+w, 396-float64(i)*3.2-w*.45, 410+float64(i)*7, 396-float64(i)*3.2)
	}
}

// blades draws the blades of a fan about a centre.
func (c *canvas) blades(x, y, r float64, n int, fill string) {
	for i := range n {
		c.within(fmt.Sprintf("translate(%s %s) rotate(%s)", f(x), f(y), f(float64(i)*360/float64(n))), func() {
			c.path(fmt.Sprintf("M0 0C%s %s %s %s %s %sC%s %s %s %s 0 0Z", f(r*.1), f(-r*.35), f(r*.32), f(-r*.75), f(r*.42), f(-r*.86),
				f(r*.66), f(-r*.72), f(r*.42), f(-r*.12)), fill)
		})
	}
}

// rotor draws a whole fan: ring, blades and hub. glow is the colour of its light, "" for none.
func (c *canvas) rotor(x, y, r float64, body, glow string) {
	c.circle(x, y, r, c.round(shade(body, -30), shade(body, -55)))
	if glow != "" {
		c.circle(x, y, r*.97, "none", `stroke="`+glow+`"`, `stroke-width="`+f(r*.07)+`"`, opacity(0.9))
		c.circle(x, y, r*.9, c.round(glow+"@0", glow+"@0.05", glow+"@0.35"))
	}
	c.blades(x, y, r*.93, 9, c.down(shade(body, 30), shade(body, -8)))
	c.circle(x, y, r*.3, c.down(shade(body, 26), shade(body, -28)))
	c.circle(x, y, r*.2, shade(body, -5), opacity(0.8))
}
