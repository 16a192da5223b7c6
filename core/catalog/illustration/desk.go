package illustration

import (
	"fmt"
	"strings"
)

func keyboard(c *canvas, p *paint) {
	rgb := strings.HasSuffix(p.Style, "rgb")
	columns, x, w := 21, 32.0, 536.0
	if strings.HasPrefix(p.Style, "tkl") {
		columns, x, w = 16, 96, 408
	}
	c.shadow(300, 412, w*.5, 16)
	c.rect(x, 200, w, 200, 16, c.down(shade(p.body, 14), shade(p.body, -20)))
	c.rect(x, 386, w, 16, 8, shade(p.body, -46))
	cap1, cap2 := shade(p.body, 16), shade(p.body, -16)
	if light(p.body) {
		cap1, cap2 = "#ffffff", shade(p.body, -10)
	}
	key := c.down(cap1, cap2)
	step := (w - 24) / float64(columns)
	rainbow := []string{"#ff4d6d", "#ff8a4d", "#ffd24d", "#7dff7a", "#4dffd0", "#4db8ff", "#6f6bff", "#c24dff"}
	for row := range 6 {
		for col := range columns {
			if skipKey(row, col, columns) {
				continue
			}
			kx, ky, kw := x+12+float64(col)*step, 212+float64(row)*28.5, step-3.4
			if row == 5 && col == 4 {
				kw = step*6 - 3.4
			}
			if rgb {
				c.rect(kx-1.4, ky-1.4, kw+2.8, 27.6, 5, rainbow[(col*8/columns+row/2)%8], opacity(0.85))
			}
			c.rect(kx, ky, kw, 24.6, 4, shade(p.body, -44))
			c.rect(kx+1.5, ky, kw-3, 21, 3.6, key)
		}
	}
}

// skipKey leaves gaps where a keyboard has them: beside the space bar, around the arrows, above the number pad.
func skipKey(row, col, columns int) bool {
	switch {
	case row == 5 && col > 4 && col < 10:
		return true
	case columns == 21 && (col == 13 || col == 17):
		return true
	case columns == 21 && col > 13 && col < 17 && (row == 3 || (row == 4 && col != 15)):
		return true
	case columns == 21 && row == 0 && col > 17:
		return true
	}
	return false
}

func mouseTop(c *canvas, p *paint) {
	c.shadow(306, 500, 120, 18)
	if p.Style != "wireless" {
		c.stroke("M300 118C300 70 360 84 372 40", shade(p.body, -30), 9)
	}
	c.path("M300 108C388 108 426 176 424 280C422 410 388 500 300 500C212 500 178 410 176 280C174 176 212 108 300 108Z", c.diagonal(shade(p.body, 34), p.body, shade(p.body, -36)))
	c.path("M300 108C388 108 426 176 424 268C390 288 344 294 300 294C256 294 210 288 176 268C174 176 212 108 300 108Z", c.diagonal(shade(p.body, 26), shade(p.body, -12)))
	c.stroke("M176 268C210 288 256 294 300 294C344 294 390 288 424 268", shade(p.body, -50), 3)
	c.stroke("M300 110V294", shade(p.body, -50), 3)
	c.rect(282, 158, 36, 82, 18, shade(p.body, -55))
	c.rect(289, 168, 22, 62, 11, c.down("#6b7280", "#2b3037", "#6b7280"))
	c.rect(284, 254, 32, 14, 7, shade(p.body, -40))
	c.path("M180 300C184 262 186 250 178 270L176 340C180 352 186 340 186 322Z", shade(p.body, -50))
	c.path("M226 420C250 470 350 470 374 420C360 486 330 492 300 492C270 492 240 486 226 420Z", p.accent, opacity(0.75))
	c.path("M206 200C214 150 250 126 288 124C250 138 226 168 220 214Z", "#ffffff", opacity(0.14))
}

func headphones(c *canvas, p *paint) {
	if p.Style == "inear" {
		earbuds(c, p)
		return
	}
	c.shadow(300, 500, 190, 16)
	c.stroke("M150 340C150 170 216 104 300 104C384 104 450 170 450 340", shade(p.body, -18), 34)
	c.stroke("M150 340C150 170 216 104 300 104C384 104 450 170 450 340", shade(p.body, 16), 18)
	c.stroke("M214 148C262 118 338 118 386 148", shade(p.body, -44), 22)
	for _, m := range []float64{-1, 1} {
		x := 300 + m*150
		c.within(fmt.Sprintf("translate(%s 0) scale(%s 1)", f(x), f(m)), func() {
			c.rect(-62, 300, 60, 176, 30, c.across(shade(p.body, -60), shade(p.body, -34)))
			c.rect(-22, 288, 74, 196, 34, c.across(shade(p.body, 24), shade(p.body, -30)))
			c.rect(22, 318, 34, 136, 17, c.across(shade(p.accent, 12), shade(p.accent, -34)))
			c.rect(-4, 232, 18, 90, 8, c.across("#c9ced6", "#868e99"))
		})
	}
	if p.Style == "headset" {
		c.stroke("M156 470C160 530 230 536 276 520", shade(p.body, -34), 9)
		c.rect(262, 504, 54, 26, 13, c.down(shade(p.body, 10), shade(p.body, -40)))
		c.circle(304, 517, 5, p.accent)
	}
}

func earbuds(c *canvas, p *paint) {
	c.shadow(300, 480, 180, 16)
	c.stroke("M212 300C196 420 280 470 300 470C320 470 404 420 388 300", shade(p.body, -20), 7)
	for _, m := range []float64{-1, 1} {
		c.within(fmt.Sprintf("translate(%s 0) scale(%s 1)", f(300+m*92), f(m)), func() {
			c.rect(-12, 232, 26, 120, 13, c.across(shade(p.body, 24), shade(p.body, -26)))
			c.circle(0, 226, 58, c.round(shade(p.body, 40), p.body, shade(p.body, -30)))
			c.circle(18, 226, 26, c.round(shade(p.accent, 30), shade(p.accent, -20)))
			c.ellipse(-52, 232, 34, 40, c.across("#f1f3f5", "#b8bec7"))
			c.ellipse(-70, 234, 16, 26, "#dfe3e8")
		})
	}
}

func speakers(c *canvas, p *paint) {
	switch p.Style {
	case "bar":
		c.shadow(300, 388, 250, 14)
		c.rect(50, 250, 500, 126, 30, c.down(shade(p.body, 22), p.body, shade(p.body, -34)))
		c.rect(66, 266, 468, 86, 22, shade(p.body, -40))
		for row := range 6 {
			for col := range 44 {
				c.circle(82+float64(col)*10.1, 278+float64(row)*12.6, 2.6, shade(p.body, 12))
			}
		}
		c.circle(300, 364, 4, "#58b7ff")
		return
	case "sub":
		c.shadow(300, 500, 240, 16)
		c.rect(190, 190, 220, 300, 12, c.diagonal(shade(p.body, 20), shade(p.body, -30)))
		c.cone(300, 340, 84, p)
		c.rect(232, 452, 136, 16, 8, shade(p.body, -60))
		c.box(64, 300, 104, 190, 34, p)
		c.box(432, 300, 104, 190, 34, p)
		return
	}
	c.shadow(300, 500, 230, 16)
	c.box(90, 160, 180, 330, 62, p)
	c.box(330, 160, 180, 330, 62, p)
}

// box draws one speaker box with a tweeter above a woofer.
func (c *canvas) box(x, y, w, h, r float64, p *paint) {
	c.rect(x, y, w, h, 12, c.diagonal(shade(p.body, 26), p.body, shade(p.body, -32)))
	c.rect(x, y, 12, h, 6, shade(p.accent, -10), opacity(0.8))
	c.cone(x+w/2, y+h*.66, r, p)
	c.cone(x+w/2, y+h*.24, r*.5, p)
}

func (c *canvas) cone(x, y, r float64, p *paint) {
	c.circle(x, y, r+6, shade(p.body, 30))
	c.circle(x, y, r, c.round("#4a4f58", "#2a2d33", "#131518"))
	c.circle(x, y, r*.8, "none", `stroke="#5b626d"`, `stroke-width="2"`, opacity(0.6))
	c.circle(x, y, r*.34, c.round("#8a919c", "#3a3f47"))
}
