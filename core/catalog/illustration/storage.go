package illustration

import "fmt"

func ssd(c *canvas, p *paint) {
	if p.Style == "m2" {
		c.shadow(300, 420, 240, 14)
		c.within("rotate(-12 300 300)", func() {
			c.rect(66, 240, 470, 124, 5, c.diagonal(shade(p.body, 22), p.body))
			c.rect(66, 248, 14, 46, 0, "#d9b252")
			c.rect(66, 304, 14, 52, 0, "#d9b252")
			c.circle(536, 302, 16, "#edf0f4")
			c.circle(536, 302, 16, "none", `stroke="#d9b252"`, `stroke-width="5"`)
			for i := range 3 {
				c.rect(104+float64(i)*136, 256, 112, 92, 4, c.diagonal("#3a3f47", "#121418"))
			}
			c.rect(92, 252, 420, 100, 4, c.across(shade(p.accent, -30), p.accent, shade(p.accent, -46)), opacity(0.93))
			c.rect(118, 276, 150, 14, 7, "#ffffff", opacity(0.92))
			c.rect(118, 302, 96, 9, 4, "#ffffff", opacity(0.6))
			c.rect(118, 322, 60, 7, 3, "#ffffff", opacity(0.4))
			c.path("M380 352L436 252H512V352Z", "#ffffff", opacity(0.12))
		})
		return
	}
	c.shadow(300, 478, 190, 16)
	c.rect(136, 130, 328, 344, 14, c.diagonal("#4b515b", "#262a30", "#16181c"))
	c.rect(150, 144, 300, 316, 8, c.diagonal(shade(p.accent, -58), "#14171b"))
	c.path("M150 372L300 144H450V200L290 460H150Z", p.accent, opacity(0.75))
	c.rect(178, 178, 150, 18, 9, "#ffffff", opacity(0.92))
	c.rect(178, 210, 92, 10, 5, "#ffffff", opacity(0.55))
	c.rect(340, 420, 84, 14, 7, "#ffffff", opacity(0.4))
	for _, at := range [][2]float64{{150, 146}, {450, 146}, {150, 458}, {450, 458}} {
		c.circle(at[0], at[1], 5, "#9aa1ab")
	}
}

func hdd(c *canvas, p *paint) {
	x, y, w, h := 140.0, 96.0, 320.0, 400.0
	if p.Style == "25" {
		x, y, w, h = 178, 150, 244, 320
	}
	c.shadow(300, y+h+8, w*.55, 16)
	c.rect(x, y, w, h, 12, c.diagonal(shade(p.body, 40), p.body, shade(p.body, -22)))
	c.rect(x+10, y+10, w-20, h-20, 10, c.diagonal(shade(p.body, 58), shade(p.body, 18), shade(p.body, 44)))
	r := w * .36
	c.circle(x+w*.5, y+h*.34, r, "none", `stroke="`+shade(p.body, -12)+`"`, `stroke-width="2"`)
	c.circle(x+w*.5, y+h*.34, r*.3, c.round("#f6f7f9", shade(p.body, -8)))
	c.rect(x+w*.12, y+h*.58, w*.76, h*.32, 6, "#ffffff")
	c.rect(x+w*.12, y+h*.58, w*.76, h*.075, 4, p.accent)
	c.rect(x+w*.18, y+h*.69, w*.4, 10, 5, "#3c434d")
	c.rect(x+w*.18, y+h*.735, w*.28, 7, 3, "#8b93a0")
	for i := range 17 {
		c.rect(x+w*.18+float64(i)*w*.024, y+h*.79, float64(2+i*5%4), h*.07, 0, "#20242a")
	}
	for i := range 2 {
		for j := range 3 {
			c.circle(x+14+float64(i)*(w-28), y+18+float64(j)*(h-36)/2, 6, "#8b929d")
		}
	}
}

func external(c *canvas, p *paint) {
	if p.Style == "desktop" {
		c.shadow(300, 506, 140, 16)
		c.polygon(c.across(shade(p.body, -18), shade(p.body, -44)), 366, 120, 426, 100, 426, 470, 366, 504)
		c.polygon(shade(p.body, 28), 196, 120, 366, 120, 426, 100, 262, 100)
		c.rect(196, 120, 170, 384, 12, c.down(shade(p.body, 16), shade(p.body, -26)))
		for i := range 12 {
			c.rect(216, 150+float64(i)*13, 130, 4, 2, shade(p.body, -40))
		}
		c.rect(246, 430, 70, 8, 4, p.line)
		c.circle(281, 466, 5, "#58b7ff")
		return
	}
	c.shadow(310, 470, 170, 16)
	c.stroke("M300 420C300 520 470 520 520 450", "#3a3f47", 12)
	c.rect(504, 396, 34, 60, 6, c.down("#4b515b", "#22262c"))
	c.rect(510, 374, 22, 24, 2, c.across("#e9ecf0", "#9aa1ab"))
	c.rect(186, 112, 228, 320, 30, c.diagonal(shade(p.body, 32), p.body, shade(p.body, -30)))
	c.rect(196, 122, 208, 140, 24, "#ffffff", opacity(0.06))
	c.rect(232, 330, 110, 13, 6, p.line)
	c.rect(232, 354, 68, 9, 4, p.line, opacity(0.6))
	c.circle(366, 398, 5, "#58b7ff")
	c.rect(282, 424, 36, 10, 3, "#0c0e11")
}

func optical(c *canvas, p *paint) {
	c.shadow(300, 456, 240, 16)
	c.circle(300, 236, 132, c.diagonal("#dfe6ee", "#f6d9f0", "#cfe6ff", "#e4f6e0", "#dfe6ee"))
	c.circle(300, 236, 44, "#eef1f4")
	c.circle(300, 236, 18, "#c9ced6")
	c.polygon(shade(p.body, 22), 96, 262, 504, 262, 536, 292, 64, 292)
	c.rect(64, 292, 472, 148, 8, c.down(shade(p.body, 14), shade(p.body, -30)))
	c.rect(84, 312, 432, 50, 5, shade(p.body, -24))
	c.rect(96, 352, 408, 3, 1, shade(p.body, 34))
	c.rect(444, 392, 52, 16, 6, shade(p.body, 30))
	c.circle(420, 400, 4, "#58d68d")
	c.text(100, 412, 22, shade(p.body, 50), "DVD", `font-weight="700"`, fmt.Sprintf(`letter-spacing="%d"`, 2))
}
