package sim

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	germanZip = regexp.MustCompile(`^[0-9]{5}$`)
	mailForm  = regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[^@\s]+$`)
	shopForm  = regexp.MustCompile(`^[A-Z]{2}[0-9]+$`)
	classes   = []string{"XS", "S", "M", "L", "XL"}
)

const maxGrams = 31500

// wrong gives the first thing that Hermes would refuse, nil for nothing.
func (r orderRequest) wrong() *resultCode {
	if r.ReceiverName == nil || r.ReceiverAddress == nil || r.Parcel == nil {
		return &resultCode{"e002", "Required field error during validation: receiverName, receiverAddress, parcel"}
	}
	for _, field := range []struct {
		name, value string
		most        int
		required    bool
	}{
		{"clientReference", r.ClientReference, 20, false}, {"clientReference2", r.ClientReference2, 20, false},
		{"receiverName.firstname", r.ReceiverName.FirstName, 50, false}, {"receiverName.lastname", r.ReceiverName.LastName, 50, true},
		{"receiverAddress.street", r.ReceiverAddress.Street, 50, true}, {"receiverAddress.houseNumber", r.ReceiverAddress.HouseNumber, 5, false},
		{"receiverAddress.zipCode", r.ReceiverAddress.ZipCode, 8, true}, {"receiverAddress.town", r.ReceiverAddress.Town, 30, true},
		{"receiverAddress.addressAddition", r.ReceiverAddress.Addition, 50, false},
	} {
		if field.required && strings.TrimSpace(field.value) == "" {
			return &resultCode{"e002", "Required field error during validation: " + field.name}
		}
		if utf8.RuneCountInString(field.value) > field.most || strings.ContainsFunc(field.value, foreign) {
			return &resultCode{"e001", fmt.Sprintf("The attributes %s do not correspond to the specification.", field.name)}
		}
	}
	switch {
	case len(r.ReceiverAddress.CountryCode) != 2 || r.ReceiverAddress.CountryCode == "DE" && !germanZip.MatchString(r.ReceiverAddress.ZipCode):
		return &resultCode{"e001", "The attributes countryCode, zipCode do not correspond to the specification."}
	case utf8.RuneCountInString(r.ReceiverAddress.Street)+utf8.RuneCountInString(r.ReceiverAddress.HouseNumber) > 50:
		return &resultCode{"e071", "Combination of street and house number may not exceed 50 chars."}
	}
	if why := r.Parcel.wrong(); why != nil {
		return why
	}
	return r.Service.wrong(r.ReceiverAddress)
}

// foreign reports a character outside the Latin blocks that Hermes prints, or a symbol in those beyond ASCII.
func foreign(r rune) bool {
	return r > 0x24f || unicode.IsControl(r) || r > unicode.MaxASCII && unicode.IsSymbol(r)
}

func (p *parcel) wrong() *resultCode {
	given := 0
	for _, side := range []int{p.Height, p.Width, p.Depth} {
		if side > 2000 || side < 0 {
			return &resultCode{"e001", "The attributes parcelHeight, parcelWidth, parcelDepth do not correspond to the specification."}
		}
		if side > 0 {
			given++
		}
	}
	switch {
	case p.Weight <= 0:
		return &resultCode{"e002", "Required field error during validation: parcelWeight"}
	case p.Weight > maxGrams:
		return &resultCode{"e067", "The shipments parcel weight is over 31.5kg."}
	case p.ProductType != "" && !slices.Contains([]string{"PARCEL", "BAG", "BIKE", "LARGE_ITEM"}, p.ProductType),
		p.Class != "" && !slices.Contains(classes, p.Class):
		return &resultCode{"e001", "The attributes productType, parcelClass do not correspond to the specification."}
	case p.Class == "" && given < 2:
		return &resultCode{"e013", "Unable to calculate dimensions; please specify parcel class."}
	}
	return nil
}

func (s *services) wrong(to *address) *resultCode {
	if s == nil || s.ParcelShop == nil {
		return nil
	}
	ps := s.ParcelShop
	switch {
	case to.CountryCode != "DE":
		return &resultCode{"e004", "Service not available in destination country."}
	case strings.TrimSpace(ps.LastName) == "":
		return &resultCode{"e002", "Required field error during validation: psCustomerLastName"}
	case ps.Rule == "SELECT_BY_ID" && (!shopForm.MatchString(ps.ID) || len(ps.ID) > 18):
		return &resultCode{"e069", "The preferred pick-up/drop-off spot wasn't found or is unknown. Please select another one."}
	case ps.Rule == "SELECT_BY_RECEIVER_ADDRESS" && ps.ID != "":
		return &resultCode{"e091", "Forbidden combination of psSelectionRule = SELECT_BY_RECEIVER_ADDRESS and psID."}
	case ps.Rule == "SELECT_BY_RECEIVER_ADDRESS" && to.ZipCode == "00000":
		return &resultCode{"e092", "No parcel shop was found near the given receiver address"}
	case to.ZipCode == "00058":
		return &resultCode{"e058", "The label could not be created in time. Please retry."}
	case ps.Rule != "SELECT_BY_ID" && ps.Rule != "SELECT_BY_RECEIVER_ADDRESS":
		return &resultCode{"e001", "The attributes psSelectionRule do not correspond to the specification."}
	case s.Alert == nil:
		return &resultCode{"e108", "The service parcelShopDeliveryService can only be booked in combination with the customer alert service."}
	}
	byMail := mailForm.MatchString(s.Alert.Email) && len(s.Alert.Email) <= 70
	byNumber := s.Alert.Number != "" && len(s.Alert.Number) <= 18
	if s.Alert.Type == "EMAIL" && byMail || s.Alert.Type == "SMS" && byNumber || s.Alert.Type == "EMAIL_SMS" && (byMail || byNumber) {
		return nil
	}
	return &resultCode{"e001", "The attributes customerAlertService do not correspond to the specification."}
}
