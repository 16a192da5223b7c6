package illustration

import "fmt"

func fanFront(c *canvas, p *paint) {
	n := min(max(p.Count, 1), 3)
	glow := ""
	if p.Style == "rgb" {
		glow = "#8a5cff"
		if p.accent != "#6f5cff" {
			glow = p.accent
		}
	}
	size := map[int]float64{1: 320, 2: 236, 3: 196}[n]
	c.shadow(300, 300+size/2+26, size*float64(n)*.45, 14)
	for i := n - 1; i >= 0; i-- {
		x := 300 + (float64(i)-float64(n-1)/2)*size*.86
		y := 300 + (float64(i)-float64(n-1)/2)*size*-.18
		c.caseFan(x, y, size, p.body, glow)
	}
}

func (c *canvas) caseFan(x, y, size float64, body, glow string) {
	h := size / 2
	c.rect(x-h, y-h, size, size, size*.09, c.diagonal(shade(body, 28), body, shade(body, -30)))
	c.circle(x, y, h*.93, shade(body, -48))
	c.rotor(x, y, h*.88, body, glow)
	for _, at := range [][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		c.circle(x+at[0]*h*.84, y+at[1]*h*.84, h*.075, shade(body, -58))
		c.circle(x+at[0]*h*.84, y+at[1]*h*.84, h*.04, shade(body, 30))
	}
}

func cooler(c *canvas, p *paint) {
	if p.Style == "aio" {
		liquidCooler(c, p)
		return
	}
	c.shadow(300, 492, 170, 16)
	c.rect(250, 440, 100, 40, 6, c.down("#d9a06c", "#9c6236"))
	for i := range 4 {
		c.rect(262+float64(i)*22, 96, 11, 360, 5, c.across("#e8b588", "#a86a3c"))
	}
	for i := range 24 {
		y := 118 + float64(i)*13
		c.rect(160, y, 280, 8, 2, c.across(shade(p.body, -22), shade(p.body, 36), shade(p.body, -14)))
	}
	c.rect(152, 92, 296, 26, 8, c.diagonal(shade(p.body, 8), shade(p.body, -34)))
	c.rect(196, 144, 208, 264, 14, shade(p.accent, -8))
	c.caseFan(300, 276, 240, "#2a2e35", "")
}

func liquidCooler(c *canvas, p *paint) {
	n := min(max(p.Count, 1), 3)
	body := p.body
	if p.Body == "" {
		body = "#26292f"
	}
	size := map[int]float64{1: 220, 2: 200, 3: 160}[n]
	width := size*float64(n) + 30
	left := 300 - width/2
	c.shadow(300, 492, 220, 16)
	tube := shade(body, -40)
	c.stroke(fmt.Sprintf("M%s %sC%s 420 180 380 214 424", f(left+24), f(140+size), f(left+10)), tube, 17)
	c.stroke(fmt.Sprintf("M%s %sC%s 400 210 350 250 410", f(left+58), f(140+size), f(left+60)), tube, 17)
	c.rect(left-16, 92, width+32, size+60, 10, c.down(shade(body, 14), shade(body, -20)))
	for i := range int(width / 7) {
		c.rect(left+float64(i)*7, 100, 2, size+44, 0, shade(body, 34), opacity(0.35))
	}
	for i := range n {
		c.caseFan(left+15+size*(float64(i)+.5), 122+size/2, size*.97, body, "")
	}
	c.circle(270, 438, 62, c.diagonal(shade(body, 20), shade(body, -40)))
	c.circle(270, 438, 46, c.round("#31405f", "#0b0e14"))
	c.circle(270, 438, 46, "none", `stroke="#57b7ff"`, `stroke-width="4"`, opacity(0.9))
	c.rect(254, 430, 32, 6, 3, "#dfe9f7")
	c.rect(254, 442, 20, 6, 3, "#8fb4e8")
}

func paste(c *canvas, p *paint) {
	c.shadow(300, 470, 200, 14)
	c.within("rotate(-28 300 300)", func() {
		c.rect(196, 262, 240, 76, 12, c.down("#ffffff", "#dfe4ea", "#c5ccd5"))
		c.rect(212, 270, 150, 60, 6, c.down(shade(p.accent, 18), shade(p.accent, -22)))
		c.rect(228, 284, 84, 10, 5, "#ffffff", opacity(0.9))
		c.rect(228, 304, 56, 7, 3, "#ffffff", opacity(0.6))
		c.rect(372, 270, 52, 60, 4, c.down("#aab1bb", "#7d8591"))
		c.rect(428, 246, 14, 108, 6, c.down("#eef1f4", "#c5ccd5"))
		c.rect(442, 288, 70, 24, 4, c.down("#eef1f4", "#b7bec8"))
		c.rect(508, 262, 14, 76, 6, c.down("#f4f6f8", "#b7bec8"))
		c.path("M196 276L160 290V310L196 324Z", c.down("#f4f6f8", "#c5ccd5"))
		c.rect(112, 293, 50, 14, 5, c.down(shade(p.accent, 30), shade(p.accent, -10)))
	})
	c.ellipse(156, 452, 46, 16, c.round("#9aa2ad", "#7b838f"))
	c.ellipse(146, 447, 18, 5, "#ffffff", opacity(0.4))
}

func controller(c *canvas, p *paint) {
	c.shadow(300, 438, 210, 16)
	c.rect(110, 196, 380, 220, 20, c.diagonal(shade(p.body, 26), p.body, shade(p.body, -32)))
	c.rect(126, 212, 348, 110, 12, shade(p.body, -40))
	n := min(max(p.Count, 3), 10)
	for i := range n {
		x := 140 + float64(i)*(322/float64(n))
		c.rect(x, 338, 322/float64(n)-9, 58, 4, "#0e1013")
		for j := range 4 {
			c.circle(x+(322/float64(n)-9)/2, 348+float64(j)*12, 2.4, "#d8b45a")
		}
	}
	c.rect(150, 246, 130, 14, 7, p.line)
	c.rect(150, 272, 84, 9, 4, p.line, opacity(0.6))
	for i := range 4 {
		c.circle(390+float64(i)*20, 266, 5, shade(p.accent, 10+i*14))
	}
}
