package session

import "strings"

// name is what a person calls a program, by what it says in its User-Agent. The first that fits counts.
type name struct{ says, called string }

var browsers = []name{
	{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"},
	{"CriOS", "Chrome"}, {"Chrome", "Chrome"}, {"Safari", "Safari"},
}

var systems = []name{
	{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
	{"Macintosh", "macOS"}, {"Linux", "Linux"},
}

// Device names the browser and the system of a User-Agent as people do, "Firefox, Linux". What is not known is left out.
func Device(userAgent string) string {
	var known []string
	for _, table := range [][]name{browsers, systems} {
		for _, n := range table {
			if strings.Contains(userAgent, n.says) {
				known = append(known, n.called)
				break
			}
		}
	}
	return strings.Join(known, ", ")
}
