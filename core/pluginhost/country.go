package pluginhost

// countries maps the shop's country numbers to ISO 3166-1 alpha-2, which the plugin contract speaks.
var countries = map[int]string{
	81: "DE", 14: "AT", 150: "NL", 21: "BE", 263: "BG", 57: "DK", 241: "EE", 240: "FI", 73: "FR", 84: "GR", 103: "IE",
	105: "IT", 265: "HR", 242: "LV", 243: "LT", 124: "LU", 244: "MT", 245: "PL", 171: "PT", 264: "RO", 203: "SE",
	246: "SK", 247: "SI", 195: "ES", 248: "CZ", 249: "HU", 474: "CY",
}

var countryNumbers = func() map[string]int {
	out := make(map[string]int, len(countries))
	for number, code := range countries {
		out[code] = number
	}
	return out
}()

// numbersOf gives the numbers of the countries that the shop has; false when codes names only others.
func numbersOf(codes []string) ([]int, bool) {
	var out []int
	for _, code := range codes {
		if number, ok := countryNumbers[code]; ok {
			out = append(out, number)
		}
	}
	return out, len(codes) == 0 || len(out) > 0
}
