package sim

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	services      = []string{"07", "08", "11", "54", "65", "70", "96"}
	formats       = []string{"GIF", "PNG", "PDF", "ZPL", "EPL", "SPL"}
	characterSets = strings.Fields("dan nld fin fra deu itl nor pol por spa swe ces hun slk rus tur ron bul est ell lav lit eng")

	phoneForm    = regexp.MustCompile(`^[0-9]{1,15}$`)
	countryForm  = regexp.MustCompile(`^[A-Z]{2}$`)
	referenceMax = 35
)

// refusal is why a request is wrong: UPS's code and words.
type refusal struct{ code, message string }

// wrong gives the first thing that UPS would refuse, nil for nothing.
func (s *Sim) wrong(q shipRequest) *refusal {
	r := q.ShipmentRequest
	if r == nil || r.Request == nil || r.Shipment == nil || r.LabelSpecification == nil {
		return &refusal{"120100", "Missing or invalid shipment request"}
	}
	sh := r.Shipment
	switch {
	case r.Request.RequestOption != "nonvalidate" && r.Request.RequestOption != "validate":
		return &refusal{"120002", "Invalid request option"}
	case sh.Shipper == nil || sh.ShipTo == nil || sh.Service == nil || sh.PaymentInformation == nil:
		return &refusal{"120100", "Shipper, ShipTo, Service and PaymentInformation are required"}
	case len(sh.Shipper.ShipperNumber) != 6 || s.cfg.Account != "" && sh.Shipper.ShipperNumber != s.cfg.Account:
		return &refusal{"120104", "Missing or invalid shipper number"}
	case !slices.Contains(services, sh.Service.Code):
		return &refusal{"120111", "Missing or invalid service"}
	}
	if why := sh.Shipper.wrong("Shipper", true); why != nil {
		return why
	}
	if why := sh.ShipTo.wrong("ShipTo", sh.ShipTo.Address.CountryCode != sh.Shipper.Address.CountryCode); why != nil {
		return why
	}
	if sh.ShipFrom != nil {
		if why := sh.ShipFrom.wrong("ShipFrom", false); why != nil {
			return why
		}
	}
	charges := sh.PaymentInformation.ShipmentCharge
	if len(charges) != 1 || charges[0].Type != "01" || charges[0].BillShipper == nil || charges[0].BillShipper.AccountNumber != sh.Shipper.ShipperNumber {
		return &refusal{"120400", "Missing or invalid payment information"}
	}
	for _, ref := range sh.ReferenceNumber {
		if n := utf8.RuneCountInString(ref.Value); n < 1 || n > referenceMax {
			return &refusal{"120541", "Invalid reference number value"}
		}
	}
	if why := packages(sh.Package); why != nil {
		return why
	}
	return r.LabelSpecification.wrong(true)
}

func (p *party) wrong(at string, called bool) *refusal {
	long := slices.ContainsFunc(p.Address.AddressLine, func(line string) bool {
		return strings.TrimSpace(line) == "" || utf8.RuneCountInString(line) > 35
	})
	switch {
	case strings.TrimSpace(p.Name) == "" || utf8.RuneCountInString(p.Name) > 35:
		return &refusal{"120200", at + " name is missing or too long"}
	case len(p.Address.AddressLine) == 0 || len(p.Address.AddressLine) > 3 || long:
		return &refusal{"120202", at + " address line is missing or too long"}
	case strings.TrimSpace(p.Address.City) == "" || utf8.RuneCountInString(p.Address.City) > 30:
		return &refusal{"120203", at + " city is missing or too long"}
	case !countryForm.MatchString(p.Address.CountryCode):
		return &refusal{"120205", at + " country is missing or invalid"}
	case len(p.Address.PostalCode) > 9 || p.Address.CountryCode == "DE" && len(p.Address.PostalCode) != 5:
		return &refusal{"120206", at + " postal code is missing or invalid"}
	case p.Address.CountryCode == "IE" && p.Address.StateProvinceCode == "":
		return &refusal{"120204", at + " county is missing"}
	case called && (p.Phone == nil || p.AttentionName == ""):
		return &refusal{"120213", at + " phone number and attention name are required"}
	case len(p.EMailAddress) > 50:
		return &refusal{"120214", at + " e-mail address is too long"}
	case p.Phone != nil && !phoneForm.MatchString(p.Phone.Number):
		return &refusal{"120217", at + " phone number is invalid"}
	}
	return nil
}

func packages(list []packing) *refusal {
	if len(list) == 0 || len(list) > 20 {
		return &refusal{"120500", "1 to 20 packages are required"}
	}
	for _, p := range list {
		if p.Packaging == nil || p.Packaging.Code != "02" {
			return &refusal{"120502", "Missing or invalid packaging type"}
		}
		if p.PackageWeight == nil || p.PackageWeight.UnitOfMeasurement.Code != "KGS" || len(p.PackageWeight.Weight) > 5 {
			return &refusal{"120503", "Missing or invalid package weight"}
		}
		kg, ok := new(big.Rat).SetString(p.PackageWeight.Weight)
		if !ok || kg.Sign() <= 0 || kg.Cmp(big.NewRat(70, 1)) > 0 {
			return &refusal{"120506", "The package weight is not between 0 and 70 KGS"}
		}
		if d := p.Dimensions; d != nil {
			for _, side := range []string{d.Length, d.Width, d.Height} {
				cm, ok := new(big.Rat).SetString(side)
				if !ok || cm.Sign() <= 0 || d.UnitOfMeasurement.Code != "CM" {
					return &refusal{"120512", "Invalid package dimensions"}
				}
			}
		}
	}
	return nil
}

func (l *labelOrder) wrong(stock bool) *refusal {
	switch {
	case l.LabelImageFormat == nil || !slices.Contains(formats, l.LabelImageFormat.Code):
		return &refusal{"120604", "Missing or invalid label image format"}
	case l.LabelImageFormat.Code == "GIF" && l.HTTPUserAgent == "":
		return &refusal{"120605", "The user agent is required for GIF"}
	case l.CharacterSet != "" && !slices.Contains(characterSets, l.CharacterSet):
		return &refusal{"120607", "Invalid character set"}
	case stock && (l.LabelStockSize == nil || l.LabelStockSize.Width != "4" || l.LabelStockSize.Height != "6" && l.LabelStockSize.Height != "8"):
		return &refusal{"120606", "Missing or invalid label stock size"}
	}
	return nil
}
