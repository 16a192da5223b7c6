package sim

import (
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// labelPDF draws a label of 4 by 6 inches: receiver, PaketShop and number as text.
func labelPDF(o *order) []byte {
	const width, height = 288, 432
	l := stage.NewLabel(width, height)
	y := height - 40.0
	write := func(size float64, text string) {
		l.Bold(size, 18, y, text)
		y -= size + 8
	}
	write(16, "PAKETSHOP (SIMULATOR)")
	to := o.Request.ReceiverAddress
	write(12, strings.TrimSpace(o.Request.ReceiverName.FirstName+" "+o.Request.ReceiverName.LastName))
	write(12, strings.TrimSpace(to.Street+" "+to.HouseNumber))
	write(12, to.ZipCode+" "+to.Town)
	if s := o.Request.Service; s != nil && s.ParcelShop != nil {
		write(11, "PaketShop "+s.ParcelShop.ID)
	}
	write(9, o.Request.ClientReference+" "+o.Request.ClientReference2)
	write(14, o.ShipmentID)
	return l.PDF()
}
