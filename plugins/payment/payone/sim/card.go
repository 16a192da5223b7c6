package sim

// card is a test card and what it does.
type card struct {
	Number, Type, Title string
	check               string // errorcode of the card check, "" for valid
	buy                 string // errorcode of the preauthorization, "" for approved
	secure              bool   // asks for 3-D Secure
	lost                bool   // the answer to the preauthorization is lost
}

// cards are PAYONE's test numbers, and some of this simulator's own for what those do not bring about.
var cards = []card{
	{Number: "4111111111111111", Type: "V", Title: "Visa, gültig"},
	{Number: "5500000000000004", Type: "M", Title: "Mastercard, gültig"},
	{Number: "340000000000009", Type: "A", Title: "American Express, gültig (vierstellige Prüfnummer)"},
	{Number: "30000000000004", Type: "D", Title: "Diners Club, gültig"},
	{Number: "6011111111111117", Type: "C", Title: "Discover, gültig"},
	{Number: "4012001037141112", Type: "V", Title: "Visa, mit 3-D Secure", secure: true},
	{Number: "5453010000080200", Type: "M", Title: "Mastercard, mit 3-D Secure", secure: true},
	{Number: "11111111111111116", Type: "V", Title: "Kartenprüfung: ungültige Nummer (875)", check: "875"},
	{Number: "4000000000000127", Type: "V", Title: "Kartenprüfung: technischer Fehler", check: "985"},
	{Number: "4301111100000101", Type: "V", Title: "beim Kauf abgelehnt (1)", buy: "1"},
	{Number: "4301111100000200", Type: "V", Title: "beim Kauf abgelehnt (2)", buy: "2"},
	{Number: "4000000000009995", Type: "V", Title: "beim Kauf nicht gedeckt (51)", buy: "51"},
	{Number: "4000000000000069", Type: "V", Title: "beim Kauf abgelaufen (33)", buy: "33"},
	{Number: "4000000000000119", Type: "V", Title: "genehmigt, aber die Antwort geht verloren", lost: true},
}

// known are pseudo card numbers that exist from the beginning, for those who have no browser.
var known = map[string]string{
	"9410010000000000109": "4111111111111111",
	"9410010000000000208": "4012001037141112", // with 3-D Secure
}

// stored is a card that has a pseudo card number.
type stored struct {
	card
	expiry string // YYMM
}

func findCard(number string) (card, bool) {
	for _, c := range cards {
		if c.Number == number {
			return c, true
		}
	}
	return card{}, false
}

func masked(number string) string {
	return number[:6] + "XXXXXX" + number[len(number)-4:]
}

// lengths are the digits of a number, and of a check value, by type.
var lengths = map[string][3]int{"V": {13, 19, 3}, "M": {16, 16, 3}, "A": {15, 15, 4}, "D": {14, 19, 3}, "C": {16, 19, 3}, "J": {16, 19, 3}, "O": {13, 19, 3}, "P": {16, 19, 3}}

// checkDigit completes a number to one that passes the Luhn check, as PAYONE's pseudo card numbers do.
func checkDigit(digits string) string {
	for d := byte('0'); d <= '9'; d++ {
		if luhn(digits + string(d)) {
			return digits + string(d)
		}
	}
	return digits
}

// luhn is the check of ISO/IEC 7812.
func luhn(number string) bool {
	sum, double := 0, false
	for i := len(number) - 1; i >= 0; i-- {
		d := int(number[i] - '0')
		if double {
			d *= 2
		}
		sum += d/10 + d%10
		double = !double
	}
	return sum%10 == 0
}
