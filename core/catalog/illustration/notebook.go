package illustration

import "fmt"

// notebookOpen shows a notebook from the front, lid up.
func notebookOpen(c *canvas, p *paint) {
	c.shadow(300, 470, 265, 16)
	lid := c.down(shade(p.body, 10), shade(p.body, -25))
	c.rect(92, 108, 416, 276, 16, lid)
	c.rect(97, 113, 406, 266, 12, "#0c0e12")
	c.wallpaper(108, 124, 384, 236, p.accent, p.Style)
	c.circle(300, 118.5, 2, "#2c3138")
	if p.Style != "basic" {
		c.rect(270, 366, 60, 4, 2, "#2a2f37")
	}
	// The deck runs toward the viewer.
	deck := c.down(shade(p.body, -6), shade(p.body, 16))
	c.polygon(deck, 92, 384, 508, 384, 566, 448, 34, 448)
	c.keys(p)
	c.polygon(shade(p.body, -12), 232, 430, 368, 430, 376, 446, 224, 446)
	c.polygon(c.down(shade(p.body, 6), shade(p.body, 20)), 234, 431, 366, 431, 373, 445, 227, 445)
	c.path("M34 448H566C566 458 556 464 540 464H60C44 464 34 458 34 448Z", c.down(shade(p.body, -18), shade(p.body, -48)))
	c.path("M262 448H338C336 454 330 456 322 456H278C270 456 264 454 262 448Z", shade(p.body, -55), opacity(0.5))
	if p.Style == "gaming" {
		c.rect(70, 457, 460, 3, 1.5, p.accent, opacity(0.95))
	}
}

// wallpaper fills a screen with soft waves in the colour of its light.
func (c *canvas) wallpaper(x, y, w, h float64, accent, style string) {
	id := c.id()
	fmt.Fprintf(&c.defs, `<clipPath id="%s"><rect x="%s" y="%s" width="%s" height="%s" rx="4"/></clipPath>`, id, f(x), f(y), f(w), f(h))
	fmt.Fprintf(&c.body, `<g clip-path="url(#%s)">`, id)
	c.rect(x, y, w, h, 0, c.diagonal(shade(accent, -72), shade(accent, -35), shade(accent, 12)))
	wave := func(top, bend float64, colour string, alpha float64) {
		c.path(fmt.Sprintf("M%s %sC%s %s %s %s %s %sV%sH%sZ", f(x), f(y+h*top), f(x+w*.3), f(y+h*(top-bend)), f(x+w*.62), f(y+h*(top+bend)), f(x+w), f(y+h*(top-bend*.7)), f(y+h), f(x)), colour, opacity(alpha))
	}
	if style == "gaming" {
		for i := range 6 {
			at := x + w*(0.1+float64(i)*.17)
			c.polygon(shade(accent, 18+i*8), at, y, at+w*.05, y, at-w*.16, y+h, at-w*.21, y+h)
		}
		c.rect(x, y, w, h, 0, c.down("#000000@0", "#000000@0.45"))
	} else {
		wave(.46, .3, shade(accent, 22), .5)
		wave(.62, .24, shade(accent, 45), .45)
		wave(.8, .2, shade(accent, 70), .4)
	}
	c.path(fmt.Sprintf("M%s %sH%sV%sZ", f(x+w*.62), f(y), f(x+w), f(y+h*.72)), "#ffffff", opacity(0.09))
	c.body.WriteString(`</g>`)
}

func (c *canvas) keys(p *paint) {
	key, glow := shade(p.body, -58), ""
	if light(p.body) {
		key = shade(p.body, -70)
	}
	if p.Style == "gaming" {
		glow = p.accent
	}
	c.polygon(shade(p.body, -22), 112, 389, 488, 389, 516, 426, 84, 426)
	for row := range 4 {
		top := 391 + float64(row)*8.8
		inset := 110 - float64(row)*6.6
		width := (600 - 2*inset) / 15
		for col := range 15 {
			x := inset + float64(col)*width
			if row == 3 && col > 3 && col < 10 {
				if col == 4 {
					c.rect(x+1, top, width*6-2, 7, 1.6, key)
				}
				continue
			}
			c.rect(x+1, top, width-2, 7, 1.6, key)
			if glow != "" {
				c.rect(x+width*.32, top+2.4, width*.36, 2, 1, glow, opacity(0.9))
			}
		}
	}
}

// notebookClosed shows the lid from above, or the tent of a convertible.
func notebookClosed(c *canvas, p *paint) {
	if p.Style == "convertible" {
		notebookTent(c, p)
		return
	}
	c.shadow(300, 486, 235, 18)
	c.path("M96 168Q96 150 114 150H486Q504 150 504 168V440H96Z", c.diagonal(shade(p.body, 26), p.body, shade(p.body, -22)))
	c.path("M504 168V440H96V434L504 168Z", "#000000", opacity(0.05))
	c.path("M88 440H512V462Q512 472 500 472H100Q88 472 88 462Z", c.down(shade(p.body, -10), shade(p.body, -45)))
	c.rect(96, 440, 408, 2, 0, shade(p.body, 40), opacity(0.6))
	c.rect(265, 440, 70, 6, 3, shade(p.body, -50))
	for i := range 4 {
		c.rect(110+float64(i)*26, 452, 18, 8, 2, shade(p.body, -70))
	}
	for i := range 3 {
		c.rect(420+float64(i)*26, 452, 18, 8, 2, shade(p.body, -70))
	}
	switch p.Style {
	case "gaming":
		c.polygon(p.accent, 300, 246, 340, 300, 300, 354, 260, 300)
		c.polygon(shade(p.body, -10), 300, 268, 324, 300, 300, 332, 276, 300)
		c.stroke("M96 206L180 150M504 206L420 150", p.accent, 3)
	case "studio":
		c.circle(300, 298, 30, "none", `stroke="`+p.line+`"`, `stroke-width="6"`)
		c.circle(300, 298, 10, p.line)
	default:
		c.rect(274, 286, 52, 8, 4, p.line)
		c.rect(284, 302, 32, 8, 4, p.line)
	}
}

func notebookTent(c *canvas, p *paint) {
	c.shadow(300, 470, 240, 16)
	c.polygon(c.across(shade(p.body, -30), shade(p.body, -55)), 470, 150, 486, 150, 560, 466, 540, 466)
	c.path("M132 146H468Q480 146 482 158L548 456Q550 468 538 468H62Q50 468 52 456L118 158Q120 146 132 146Z", c.down(shade(p.body, 14), shade(p.body, -18)))
	c.path("M140 156H460Q468 156 470 164L530 446Q532 456 522 456H78Q68 456 70 446L130 164Q132 156 140 156Z", "#0c0e12")
	c.polygon(c.diagonal(shade(p.accent, -65), shade(p.accent, -20), shade(p.accent, 28)), 146, 168, 454, 168, 512, 440, 88, 440)
	c.path("M122 282C220 210 320 330 476 236L500 360C400 420 230 330 104 380Z", shade(p.accent, 45), opacity(0.5))
	c.path("M104 372C240 320 380 430 504 350L512 440H88Z", shade(p.accent, 70), opacity(0.45))
	c.stroke("M430 330L506 250", "#e9ecf0", 9)
	c.stroke("M430 330L424 344", "#9aa1ab", 5)
}
