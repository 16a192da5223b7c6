package illustration

// monitorFrame gives the width and height of a monitor's case by its style.
func monitorFrame(style string) (w, h float64) {
	switch style {
	case "superwide":
		return 540, 178
	case "ultrawide":
		return 520, 240
	case "classic":
		return 360, 300
	}
	return 470, 282
}

func monitorFront(c *canvas, p *paint) {
	w, h := monitorFrame(p.Style)
	x, y := 300-w/2, 380-h
	c.shadow(300, 500, 150, 14)
	c.rect(276, 360, 48, 120, 6, c.across(shade(p.body, 30), shade(p.body, -10), shade(p.body, 22)))
	c.path("M180 492Q182 474 214 474H386Q418 474 420 492Q420 500 410 500H190Q180 500 180 492Z", c.down(shade(p.body, 34), shade(p.body, -20)))
	c.rect(x, y, w, h, 10, c.down(shade(p.body, 12), shade(p.body, -30)))
	c.rect(x+5, y+5, w-10, h-16, 6, "#0a0c0f")
	c.wallpaper(x+9, y+9, w-18, h-28, p.accent, "")
	c.rect(292, y+h-8, 16, 3, 1.5, shade(p.body, 45))
	c.circle(x+w-22, y+h-6, 2, "#58d68d")
}

func monitorBack(c *canvas, p *paint) {
	w, h := monitorFrame(p.Style)
	x, y := 300-w/2, 380-h
	c.shadow(300, 500, 150, 14)
	c.path("M180 492Q182 474 214 474H386Q418 474 420 492Q420 500 410 500H190Q180 500 180 492Z", c.down(shade(p.body, 34), shade(p.body, -20)))
	c.rect(x, y, w, h, 14, c.diagonal(shade(p.body, 30), shade(p.body, 4)))
	c.rect(x+w*.2, y+h*.16, w*.6, h*.66, 16, c.diagonal(shade(p.body, 20), shade(p.body, -14)))
	c.rect(272, y+h*.3, 56, 480-y-h*.3, 8, c.across(shade(p.body, 34), shade(p.body, -4), shade(p.body, 26)))
	c.rect(252, y+h*.34, 96, 70, 10, shade(p.body, 12))
	for i := range 9 {
		c.rect(x+w*.26+float64(i)*w*.055, y+h*.2, w*.03, 4, 2, shade(p.body, -40))
	}
	c.circle(300, 430, 16, shade(p.body, -36))
	c.circle(300, 430, 9, shade(p.body, 10))
	c.rect(x+w*.24, y+h*.74, 60, 7, 3, shade(p.body, -46))
	c.rect(x+w*.24+72, y+h*.74, 34, 7, 3, shade(p.body, -46))
}

func webcam(c *canvas, p *paint) {
	c.shadow(300, 470, 120, 14)
	c.path("M248 350H352L372 452Q374 466 360 466H240Q226 466 228 452Z", c.down(shade(p.body, 16), shade(p.body, -24)))
	c.rect(216, 448, 168, 20, 8, shade(p.body, -34))
	c.rect(128, 196, 344, 168, 84, c.down(shade(p.body, 26), p.body, shade(p.body, -30)))
	c.rect(136, 203, 328, 70, 60, "#ffffff", opacity(0.07))
	c.circle(300, 280, 66, c.round(shade(p.body, -50), "#07080a"))
	c.circle(300, 280, 50, c.round("#2b3f63", "#0c1220", "#05070b"))
	c.circle(300, 280, 24, c.round("#466aa8", "#101a30"))
	c.ellipse(282, 258, 13, 8, "#ffffff", opacity(0.55))
	c.circle(412, 280, 5, p.accent)
	for i := range 5 {
		c.circle(176+float64(i)*10, 280, 2.4, shade(p.body, -55))
	}
}
