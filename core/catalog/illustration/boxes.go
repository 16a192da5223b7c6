package illustration

import "fmt"

func psu(c *canvas, p *paint) {
	c.shadow(300, 478, 220, 18)
	c.polygon(c.down(shade(p.body, 24), shade(p.body, 6)), 96, 190, 380, 190, 504, 132, 230, 132)
	c.polygon(c.down(shade(p.body, 10), shade(p.body, -24)), 96, 190, 380, 190, 380, 470, 96, 470)
	c.polygon(c.across(shade(p.body, -22), shade(p.body, -48)), 380, 190, 504, 132, 504, 396, 380, 470)
	c.circle(238, 330, 122, shade(p.body, -45))
	c.rotor(238, 330, 112, p.body, "")
	for i := range 5 {
		c.circle(238, 330, 24+float64(i)*24, "none", `stroke="`+shade(p.body, 40)+`"`, `stroke-width="3"`)
	}
	c.stroke("M238 208V452M116 330H360M152 244L324 416M324 244L152 416", shade(p.body, 40), 3)
	for row := range 4 {
		for col := range 5 {
			x, y := 396+float64(col)*20, 232+float64(row)*46-float64(col)*10
			c.polygon("#0c0e11", x, y, x+14, y-7, x+14, y+19, x, y+26)
		}
	}
	c.polygon(p.accent, 396, 410, 488, 362, 488, 372, 396, 420)
}

func caseThreeQuarter(c *canvas, p *paint) {
	if p.Style == "desktop" {
		caseDesktop(c, p)
		return
	}
	top := 84.0
	if p.Style == "itx" {
		top = 190
	}
	c.shadow(300, 520, 190, 18)
	c.polygon(c.across(shade(p.body, 34), shade(p.body, 14)), 142, top+40, 300, top, 470, top+34, 312, top+82)
	c.polygon(c.down(shade(p.body, 12), shade(p.body, -28)), 142, top+40, 312, top+82, 312, 520, 142, 458)
	// Front: a mesh with light behind.
	for i := range 16 {
		y := top + 64 + float64(i)*(400-top)/17
		c.stroke(fmt.Sprintf("M156 %sL298 %s", f(y), f(y+34)), shade(p.body, -46), 4)
	}
	c.stroke(fmt.Sprintf("M302 %sV506", f(top+90)), p.accent, 4, opacity(0.9))
	// Side: glass with the inside showing through.
	c.polygon(shade(p.body, -20), 312, top+82, 470, top+34, 470, 454, 312, 520)
	c.polygon(c.diagonal("#10141b", "#1d2530", "#0c0f14"), 324, top+94, 460, top+52, 460, 442, 324, 500)
	mid := (top + 480) / 2
	c.polygon("#2b3442", 340, top+124, 400, top+104, 400, mid, 340, mid+22)
	c.polygon("#39465a", 352, top+138, 384, top+127, 384, top+163, 352, top+175)
	c.polygon(shade(p.accent, -30), 338, mid+44, 446, mid+4, 446, mid+34, 338, mid+76)
	c.polygon(shade(p.accent, 20), 338, mid+70, 446, mid+28, 446, mid+34, 338, mid+76)
	fans := 3
	if p.Style == "itx" {
		fans = 2
	}
	for i := range fans {
		y := top + 104 + (300-top)/float64(fans)*(float64(i)+.3)
		c.ellipse(436, y, 17, 30, "none", `stroke="`+p.accent+`"`, `stroke-width="5"`, opacity(0.85))
		c.ellipse(436, y, 8, 15, shade(p.accent, 40), opacity(0.25))
	}
	c.polygon("#1a202a", 324, 446, 460, 396, 460, 442, 324, 500)
	c.path(fmt.Sprintf("M324 %sL400 %sL356 490L324 500Z", f(top+94), f(top+70)), "#ffffff", opacity(0.08))
	c.polygon(shade(p.body, -55), 150, 458, 184, 470, 184, 482, 150, 470)
	c.circle(176, top+60, 5, shade(p.accent, 40))
}

func caseDesktop(c *canvas, p *paint) {
	c.shadow(300, 430, 240, 16)
	c.polygon(c.down(shade(p.body, 30), shade(p.body, 10)), 76, 240, 430, 240, 530, 190, 190, 190)
	c.polygon(c.down(shade(p.body, 8), shade(p.body, -28)), 76, 240, 430, 240, 430, 410, 76, 410)
	c.polygon(c.across(shade(p.body, -22), shade(p.body, -46)), 430, 240, 530, 190, 530, 348, 430, 410)
	for i := range 22 {
		c.rect(100+float64(i)*10, 262, 4, 90, 2, shade(p.body, -50))
	}
	c.circle(392, 300, 18, shade(p.body, -40))
	c.circle(392, 300, 18, "none", `stroke="`+p.accent+`"`, `stroke-width="3"`)
	c.rect(348, 362, 20, 8, 2, "#0b0d10")
	c.rect(376, 362, 20, 8, 2, "#0b0d10")
	c.rect(100, 372, 120, 4, 2, p.accent, opacity(0.8))
}

func caseFront(c *canvas, p *paint) {
	top, h := 84.0, 420.0
	if p.Style == "itx" {
		top, h = 200, 304
	}
	if p.Style == "desktop" {
		top, h = 330, 174
	}
	c.shadow(300, 512, 130, 14)
	c.rect(196, top, 208, h, 14, c.diagonal(shade(p.body, 26), p.body, shade(p.body, -32)))
	c.rect(210, top+18, 180, h-60, 10, shade(p.body, -44))
	fans := max(int(h/140), 1)
	r := min(76, (h-80)/float64(fans)/2-4)
	for i := range fans {
		c.rotor(300, top+30+r+float64(i)*(2*r+8), r, p.body, p.accent)
	}
	for x := range 20 {
		c.stroke(fmt.Sprintf("M%d %sV%s", 214+x*9, f(top+22), f(top+h-46)), shade(p.body, -10), 1.4, opacity(0.5))
	}
	c.rect(270, top+h-30, 60, 6, 3, p.line)
	c.rect(214, top+h, 40, 8, 3, shade(p.body, -60))
	c.rect(346, top+h, 40, 8, 3, shade(p.body, -60))
}

func ups(c *canvas, p *paint) {
	c.shadow(300, 512, 150, 16)
	c.polygon(c.across(shade(p.body, -20), shade(p.body, -48)), 370, 130, 450, 104, 450, 466, 370, 506)
	c.polygon(c.down(shade(p.body, 32), shade(p.body, 12)), 170, 130, 370, 130, 450, 104, 262, 104)
	c.rect(170, 130, 200, 376, 10, c.down(shade(p.body, 12), shade(p.body, -26)))
	c.rect(194, 158, 152, 96, 8, c.diagonal("#10301f", "#1d5a3b", "#0d2418"))
	c.text(214, 216, 36, shade(p.accent, 45), "230 V", `font-weight="600"`)
	for i := range 5 {
		c.rect(214+float64(i)*24, 230, 18, 9, 2, shade(p.accent, 20), opacity(0.35+float64(5-i)*.13))
	}
	c.circle(270, 300, 20, shade(p.body, -45))
	c.circle(270, 300, 20, "none", `stroke="`+p.accent+`"`, `stroke-width="3"`)
	c.stroke("M270 290V300", shade(p.accent, 40), 4)
	for i := range 9 {
		c.rect(196, 356+float64(i)*14, 148, 5, 2, shade(p.body, -50))
	}
}

func software(c *canvas, p *paint) {
	c.shadow(300, 496, 170, 16)
	c.polygon(c.across(shade(p.body, -14), shade(p.body, -30)), 400, 110, 450, 132, 450, 462, 400, 490)
	c.rect(160, 110, 240, 380, 4, c.down("#ffffff", shade(p.body, -4)))
	c.rect(160, 110, 240, 250, 4, c.diagonal(shade(p.accent, 34), p.accent, shade(p.accent, -38)))
	c.rect(206, 166, 148, 116, 12, "#ffffff", opacity(0.94))
	c.path("M206 178Q206 166 218 166H342Q354 166 354 178V192H206Z", shade(p.accent, -45))
	for i := range 3 {
		c.circle(222+float64(i)*15, 179, 4.5, "#ffffff", opacity(0.85))
	}
	c.rect(220, 206, 54, 62, 5, shade(p.accent, 62))
	for i := range 4 {
		c.rect(286, 208+float64(i)*16, 54-float64(i%2)*16, 8, 4, shade(p.accent, 40-i*6))
	}
	c.path("M160 300C230 260 300 340 400 280V360H160Z", "#ffffff", opacity(0.16))
	c.rect(184, 388, 150, 14, 7, shade(p.body, -60))
	c.rect(184, 414, 100, 9, 4, shade(p.body, -36))
	c.rect(184, 446, 64, 22, 4, shade(p.accent, 60))
	c.circle(368, 456, 16, c.round("#f9e7a8", "#c9a557"))
}

func card(c *canvas, p *paint) {
	if p.Style == "usb" || p.Style == "wifiusb" {
		dongle(c, p)
		return
	}
	c.shadow(300, 462, 220, 16)
	c.rect(88, 176, 18, 280, 2, c.across("#d7dbe1", "#9aa1ab"))
	c.rect(106, 200, 390, 200, 6, c.diagonal(shade(p.body, 16), shade(p.body, -30)))
	c.rect(190, 400, 150, 22, 2, c.down("#e6c66a", "#b58a2c"))
	for i := range 18 {
		c.rect(195+float64(i)*8, 402, 2, 20, 0, "#7a5c1a")
	}
	for i := range 6 {
		c.stroke(fmt.Sprintf("M130 %dH%dL%d %d", 220+i*12, 200+i*9, 226+i*9, 250+i*12), shade(p.body, 34), 1.4, opacity(0.5))
	}
	c.rect(240, 236, 110, 110, 6, c.diagonal("#3a3f47", "#15181c"))
	c.rect(258, 262, 60, 8, 4, "#8b93a0")
	c.rect(258, 280, 40, 6, 3, "#6a7280")
	for i := range 5 {
		c.rect(384+float64(i)*20, 232, 12, 24, 4, c.down("#e9ecf0", "#8a929d"))
	}
	c.rect(384, 300, 84, 40, 4, "#1b1e23")
	switch p.Style {
	case "wifi":
		for i, x := range []float64{66, 44} {
			y := 240 + float64(i)*64
			c.rect(x+8, y-8, 88-x, 16, 3, c.down("#e6c66a", "#a87f2a"))
			c.within(fmt.Sprintf("rotate(%d %s %s)", -3-i*5, f(x+8), f(y)), func() {
				c.rect(x, y-176, 16, 190, 8, c.across("#4b515b", "#14171b"))
				c.rect(x-2, y-24, 20, 40, 6, c.across("#3a3f47", "#0c0e11"))
			})
		}
	case "sound":
		for i, colour := range []string{"#6fcf97", "#eb5757", "#f2994a", "#2d9cdb", "#333333"} {
			c.circle(97, 210+float64(i)*44, 13, colour)
			c.circle(97, 210+float64(i)*44, 6, "#0c0e11")
		}
	default:
		c.rect(70, 236, 40, 54, 4, c.across("#c9ced6", "#7d8591"))
		c.rect(74, 246, 22, 34, 2, "#14171b")
		c.circle(97, 316, 5, "#58d68d")
		c.circle(97, 334, 5, "#f2c94c")
	}
}

func dongle(c *canvas, p *paint) {
	body := "#26292f"
	if p.Body != "" {
		body = p.body
	}
	c.shadow(300, 420, 210, 16)
	c.rect(90, 262, 96, 76, 6, c.down("#eef1f4", "#aab1bb"))
	c.rect(108, 282, 22, 14, 2, "#50565f")
	c.rect(108, 306, 22, 14, 2, "#50565f")
	c.rect(180, 232, 300, 136, 26, c.diagonal(shade(body, 28), body, shade(body, -32)))
	c.rect(192, 240, 276, 52, 20, "#ffffff", opacity(0.06))
	if p.Style == "usb" {
		c.rect(440, 252, 60, 96, 8, c.across(shade(body, -20), shade(body, -50)))
		c.rect(474, 270, 24, 60, 3, "#0b0d10")
		c.circle(420, 300, 6, "#58d68d")
		return
	}
	for i := range 3 {
		r := 18 + float64(i)*18
		c.stroke(fmt.Sprintf("M%s %sA%s %s 0 0 1 %s %s", f(330-r*.7), f(318-r*.7), f(r), f(r), f(330+r*.7), f(318-r*.7)), shade(p.line, 30), 7)
	}
	c.circle(330, 322, 7, shade(p.line, 30))
	c.rect(420, 130, 22, 190, 11, c.across(shade(body, 16), shade(body, -30)))
}
