package illustration

import "fmt"

func gpuFront(c *canvas, p *paint) {
	n := min(max(p.Count, 1), 3)
	width := []float64{330, 440, 490}[n-1]
	left := 305 - width/2
	c.shadow(300, 446, width*.52, 14)
	// Bracket and contacts.
	c.rect(left-14, 176, 18, 260, 2, c.across("#d7dbe1", "#9aa1ab"))
	for i := range 3 {
		c.rect(left-10, 208+float64(i)*48, 9, 30, 2, "#4a505a")
	}
	c.rect(left+52, 402, 170, 22, 2, c.down("#e6c66a", "#b58a2c"))
	for i := range 20 {
		c.rect(left+57+float64(i)*8.2, 404, 2, 20, 0, "#7a5c1a")
	}
	// Shroud.
	c.path(fmt.Sprintf("M%s 204L%s 186H%sQ%s 186 %s 202V392Q%s 406 %s 406H%sQ%s 406 %s 392Z", f(left), f(left+28), f(left+width-16), f(left+width), f(left+width), f(left+width), f(left+width-14), f(left+14), f(left), f(left)),
		c.diagonal(shade(p.body, 24), p.body, shade(p.body, -34)))
	c.path(fmt.Sprintf("M%s 204L%s 186H%sL%s 204Z", f(left), f(left+28), f(left+width*.62), f(left+width*.52)), p.accent, opacity(0.9))
	c.path(fmt.Sprintf("M%s 406L%s 372H%sV392Q%s 406 %s 406Z", f(left+width*.42), f(left+width*.5), f(left+width), f(left+width), f(left+width-14)), shade(p.accent, -18), opacity(0.55))
	step := (width - 40) / float64(n)
	for i := range n {
		x := left + 20 + step*(float64(i)+.5)
		r := min(step*.46, 92)
		c.circle(x, 296, r+5, shade(p.body, 14))
		c.rotor(x, 296, r, p.body, "")
	}
	c.rect(left+width-70, 180, 46, 12, 2, "#101216")
}

func gpuBack(c *canvas, p *paint) {
	c.shadow(300, 440, 250, 16)
	c.rect(546, 186, 16, 250, 2, c.across("#9aa1ab", "#d7dbe1"))
	c.rect(330, 392, 170, 20, 2, c.down("#e6c66a", "#b58a2c"))
	c.rect(56, 196, 492, 200, 10, c.diagonal(shade(p.body, 30), shade(p.body, -6), shade(p.body, -30)))
	c.path("M56 250L240 196H300L96 396H66Q56 396 56 386Z", p.accent, opacity(0.35))
	for i := range 9 {
		c.path(fmt.Sprintf("M%d 230H%dL%d 360H%dZ", 90+i*15, 97+i*15, 87+i*15, 80+i*15), shade(p.body, -52))
	}
	c.rect(392, 250, 92, 92, 6, "none", `stroke="`+p.line+`"`, `stroke-width="3"`)
	for _, at := range [][2]float64{{398, 256}, {478, 256}, {398, 336}, {478, 336}} {
		c.circle(at[0], at[1], 6, "#aab0b9")
	}
	c.rect(262, 300, 96, 10, 5, p.line)
	c.rect(262, 320, 60, 8, 4, p.line, opacity(0.6))
}

func cpuTop(c *canvas, p *paint) {
	c.shadow(300, 462, 170, 16)
	c.rect(138, 138, 324, 324, 10, c.diagonal(shade(p.body, 14), shade(p.body, -30)))
	for i := range 26 {
		at := 150 + float64(i)*12
		for _, y := range []float64{144, 452} {
			c.rect(at, y, 6, 5, 1, "#d8b45a")
		}
		c.rect(143, at, 5, 6, 1, "#d8b45a")
		c.rect(452, at, 5, 6, 1, "#d8b45a")
	}
	c.path("M196 170H404Q418 170 418 184V200L430 212V388L418 400V416Q418 430 404 430H196Q182 430 182 416V400L170 388V212L182 200V184Q182 170 196 170Z", c.diagonal("#f4f6f8", "#c6ccd4", "#e6e9ee", "#a9b0ba"))
	c.path("M204 184H396Q404 184 404 192V408Q404 416 396 416H204Q196 416 196 408V192Q196 184 204 184Z", c.diagonal("#d3d8df", "#eef0f3", "#bcc3cc"))
	c.rect(226, 262, 148, 14, 7, p.accent)
	c.rect(226, 290, 108, 9, 4, "#7e8792")
	c.rect(226, 310, 128, 7, 3, "#98a0ab")
	c.rect(226, 328, 84, 7, 3, "#98a0ab")
	c.polygon("#d8b45a", 146, 454, 166, 454, 146, 434)
}

func mainboard(c *canvas, p *paint) {
	h := map[string]float64{"itx": 330, "matx": 400}[p.Style]
	if h == 0 {
		h = 470
	}
	y := 300 - h/2
	c.shadow(300, 300+h/2+8, 190, 12)
	c.rect(110, y, 380, h, 8, c.diagonal(shade(p.body, 16), shade(p.body, -30)))
	for i := range 7 {
		c.stroke(fmt.Sprintf("M%d %sV%s", 150+i*48, f(y+20), f(y+h-24)), shade(p.body, 26), 1, opacity(0.35))
	}
	metal := c.diagonal("#eef0f3", shade(p.accent, 30), shade(p.accent, -25))
	c.rect(110, y+8, 40, 150, 4, c.across("#c9ced6", "#868e99"))
	c.rect(158, y+16, 46, 132, 6, metal)
	c.rect(212, y+12, 118, 34, 6, metal)
	c.rect(218, y+58, 106, 106, 5, "#c3c9d1")
	c.rect(230, y+70, 82, 82, 3, c.diagonal("#e9ecf0", "#aab1bb"))
	slots := min(max(p.Count, 2), 8)
	for i := range slots {
		c.rect(346+float64(i)*(96/float64(slots)), y+22, 60/float64(slots), 172, 2, []string{"#0f1114", shade(p.body, 34)}[i%2])
	}
	c.rect(448, y+22, 26, 96, 3, "#e9ecf0")
	lanes := map[string]int{"itx": 1, "matx": 2}[p.Style]
	if lanes == 0 {
		lanes = 3
	}
	for i := range lanes {
		at := y + 214 + float64(i)*74
		c.rect(140, at, 210, 17, 3, c.down("#dfe3e8", "#9aa1ab"))
		c.rect(146, at+6, 196, 5, 2, "#1a1d22")
		if at+54 < y+h {
			c.rect(150, at+30, 172, 24, 5, metal)
		}
	}
	c.rect(374, y+h-116, 92, 84, 10, metal)
	c.path(fmt.Sprintf("M386 %sL446 %sH454L394 %sZ", f(y+h-44), f(y+h-104), f(y+h-44)), shade(p.accent, -40), opacity(0.5))
	c.circle(362, y+h-60, 20, c.round("#f1f3f5", "#c3c8cf"))
}

func ramSticks(c *canvas, p *paint) {
	n := min(max(p.Count, 1), 4)
	c.shadow(300, 408+float64(n-1)*36, 230, 14)
	for i := range n {
		dy := float64(i-n/2)*74 + 30*float64(1-n%2)
		if n == 1 {
			dy = 0
		}
		c.within(fmt.Sprintf("translate(%s %s) rotate(-7 300 300)", f(float64(i)*10-float64(n)*5), f(dy)), func() { c.stick(p) })
	}
}

func (c *canvas) stick(p *paint) {
	board := "#16351f"
	if p.Style != "bare" {
		board = "#121418"
	}
	c.rect(62, 316, 476, 38, 2, board)
	for i := range 58 {
		if i != 27 {
			c.rect(68+float64(i)*8.1, 338, 5.4, 16, 0, "#d9b252")
		}
	}
	if p.Style == "bare" {
		c.rect(62, 252, 476, 70, 3, c.down("#2a6a3e", "#1d4f2d"))
		for i := range 8 {
			c.rect(78+float64(i)*57, 264, 44, 46, 3, c.diagonal("#33373e", "#14161a"))
		}
		c.rect(250, 270, 96, 34, 3, "#f2f4f6", opacity(0.92))
		return
	}
	c.path("M58 252L74 236H526L542 252V326H58Z", c.diagonal(shade(p.body, 30), p.body, shade(p.body, -36)))
	c.path("M58 326L150 252H268L190 326Z", p.accent, opacity(0.5))
	c.path("M542 326L470 268H420L480 326Z", p.accent, opacity(0.3))
	c.rect(286, 276, 118, 12, 6, p.line)
	c.rect(286, 298, 72, 8, 4, p.line, opacity(0.6))
	if p.Style == "rgb" {
		c.path("M74 236L86 222H514L526 236Z", c.across("#ff4d6d", "#ffb84d", "#4dff9e", "#4db8ff", "#a64dff"))
	}
}
