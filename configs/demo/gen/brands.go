package main

import (
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// Manufacturers of more than one word; anything else is the first word of a name.
var brandsOfSeveralWords = []string{
	"Western Digital", "Cooler Master", "be quiet!", "Lian Li", "Fractal Design", "Tripp Lite", "Silicon Power",
	"Creative Labs", "Geometric Future", "Iceberg Thermal", "Thermal Grizzly", "Thermal Hero", "In Win", "Endgame Gear",
	"Cyber Acoustics", "Cyber Snipa", "FSP Group", "Super Flower", "PC Cooler", "PC Power & Cooling", "Mad Catz",
	"Das Keyboard", "Mars Gaming", "Turtle Beach", "SK Hynix", "Gelid Solutions", "Altec Lansing", "Bang & Olufsen",
	"Athena Power", "Gear Head", "Green Extreme", "Titanium Micro", "Oyen Digital", "Harman Kardon", "Fantom Drives",
	"RK Royal Kludge", "Rude Gamewear", "IK Multimedia", "ADAM Audio", "Polk", "Deco Gear", "Arctic Silver", "I/O Magic",
	"Titan Army", "Chester Creek",
}

// One spelling for manufacturers that the data set writes in several ways.
var brandSpelling = map[string]string{
	"TEAMGROUP": "TeamGroup", "Arctic": "ARCTIC", "DROP": "Drop", "matias": "Matias", "GMMK": "Glorious", "EK": "EKWB",
	"RK Royal Kludge": "Royal Kludge", "FNATIC": "Fnatic", "Asus": "ASUS",
}

// splitBrand gives the manufacturer and the rest of a part's name.
func splitBrand(name string) (manufacturer, rest string) {
	manufacturer, rest, _ = strings.Cut(name, " ")
	for _, b := range brandsOfSeveralWords {
		if strings.HasPrefix(name+" ", b+" ") {
			manufacturer, rest = b, strings.TrimSpace(name[len(b):])
			break
		}
	}
	if s, ok := brandSpelling[manufacturer]; ok {
		manufacturer = s
	}
	return manufacturer, strings.TrimSpace(rest)
}

// Manufacturers that the demo catalogue made up have an address of their own.
var houses = map[string]string{
	"Fjellborg":  "Fjellborg Computer GmbH, Nordstraße 18, 24103 Kiel, Deutschland",
	"Auralis":    "Auralis Technik AG, Lichtweg 4, 80339 München, Deutschland",
	"Tarnwerk":   "Tarnwerk Systeme GmbH, Zeche 11, 44135 Dortmund, Deutschland",
	"Lumeno":     "Lumeno Design GmbH, Ateliergasse 7, 04109 Leipzig, Deutschland",
	"Kestrion":   "Kestrion Mobile GmbH, Falkenufer 22, 50668 Köln, Deutschland",
	"Brevia":     "Brevia Elektronik GmbH, Marktplatz 3, 90402 Nürnberg, Deutschland",
	"Ostwind":    "Ostwind Rechner GmbH, Hansekai 9, 18055 Rostock, Deutschland",
	"Volta Nova": "Volta Nova Geräte GmbH, Stromallee 31, 70173 Stuttgart, Deutschland",
}

// safetyOf gives the product-safety data. The importer and every address are invented, under the reserved domain
// .example: a demo must not speak for a real company.
func safetyOf(manufacturer string, warnings catalog.Text) catalog.Safety {
	host := catalog.Slugify(manufacturer) + ".example"
	s := catalog.Safety{Manufacturer: manufacturer, Contact: "produktsicherheit@" + host, Warnings: warnings}
	if address, own := houses[manufacturer]; own {
		s.Address = address
		return s
	}
	s.Address = manufacturer + " Product Safety, 1 Sample Road, 00000 Sample City"
	s.Responsible = "Kontor Demo Import GmbH, Speicherkai 12, 20457 Hamburg, Deutschland, import@kontor.example"
	return s
}
