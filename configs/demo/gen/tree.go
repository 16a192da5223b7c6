package main

import "kontor.dev/kontor/core/catalog/exchange"

// branch is a category and what is below it.
type branch struct {
	slug, de, en string
	attributes   defs
	below        []branch
}

// grouped gives a category and its sub-categories the same attributes, so that its own listing filters by them too.
func grouped(slug, de, en string, attributes defs, below ...branch) branch {
	for i := range below {
		if below[i].attributes == nil {
			below[i].attributes = attributes
		}
	}
	return branch{slug, de, en, attributes, below}
}

func leaf(slug, de, en string, attributes defs) branch { return branch{slug, de, en, attributes, nil} }

var assortment = []branch{
	grouped("notebooks", "Notebooks", "Laptops", notebookDefs,
		leaf("gaming-notebooks", "Gaming-Notebooks", "Gaming laptops", nil),
		leaf("business-notebooks", "Business-Notebooks", "Business laptops", nil),
		leaf("ultrabooks", "Ultrabooks", "Ultrabooks", nil),
		leaf("convertibles", "Convertibles", "2-in-1 laptops", nil),
		leaf("studio-notebooks", "Studio-Notebooks", "Studio laptops", nil),
		leaf("einsteiger-notebooks", "Einsteiger-Notebooks", "Entry-level laptops", nil)),
	{"pc-komponenten", "PC-Komponenten", "PC components", nil, []branch{
		grouped("grafikkarten", "Grafikkarten", "Graphics cards", graphicsDefs,
			leaf("nvidia-grafikkarten", "NVIDIA GeForce", "NVIDIA GeForce", nil),
			leaf("amd-grafikkarten", "AMD Radeon", "AMD Radeon", nil),
			leaf("intel-grafikkarten", "Intel Arc", "Intel Arc", nil),
			leaf("workstation-grafikkarten", "Workstation-Grafikkarten", "Workstation graphics cards", nil)),
		grouped("prozessoren", "Prozessoren", "Processors", processorDefs,
			leaf("amd-prozessoren", "AMD-Prozessoren", "AMD processors", nil),
			leaf("intel-prozessoren", "Intel-Prozessoren", "Intel processors", nil)),
		grouped("mainboards", "Mainboards", "Motherboards", boardDefs,
			leaf("amd-mainboards", "Mainboards für AMD", "Motherboards for AMD", nil),
			leaf("intel-mainboards", "Mainboards für Intel", "Motherboards for Intel", nil)),
		grouped("arbeitsspeicher", "Arbeitsspeicher", "Memory", memoryDefs,
			leaf("ddr5-ram", "DDR5-RAM", "DDR5 memory", nil),
			leaf("ddr4-ram", "DDR4-RAM", "DDR4 memory", nil),
			leaf("ddr3-ram", "DDR3-RAM und älter", "DDR3 memory and older", nil)),
		leaf("netzteile", "Netzteile", "Power supplies", psuDefs),
		leaf("gehaeuse", "Gehäuse", "Cases", caseDefs),
		{"kuehlung", "Kühlung", "Cooling", nil, []branch{
			leaf("cpu-luftkuehler", "CPU-Luftkühler", "CPU air coolers", airCoolerDefs),
			leaf("wasserkuehlungen", "Wasserkühlungen", "Liquid coolers", liquidCoolerDefs),
			leaf("gehaeuseluefter", "Gehäuselüfter", "Case fans", fanDefs),
			leaf("waermeleitpaste", "Wärmeleitpaste", "Thermal paste", pasteDefs),
			leaf("lueftersteuerungen", "Lüftersteuerungen", "Fan controllers", fanControlDefs)}},
		leaf("optische-laufwerke", "Optische Laufwerke", "Optical drives", opticalDefs)}},
	{"speicher", "Speicher", "Storage", nil, []branch{
		grouped("ssds", "SSDs", "SSDs", ssdDefs,
			leaf("m2-ssds", "M.2-SSDs", "M.2 SSDs", nil),
			leaf("sata-ssds", "2,5-Zoll- und weitere SSDs", "2.5 inch and other SSDs", nil)),
		leaf("festplatten", "Interne Festplatten", "Internal hard drives", diskDefs),
		grouped("externe-speicher", "Externe Speicher", "External storage", externalDefs,
			leaf("externe-ssds", "Externe SSDs", "External SSDs", nil),
			leaf("externe-festplatten", "Externe Festplatten", "External hard drives", nil))}},
	grouped("monitore", "Monitore", "Monitors", monitorDefs,
		leaf("gaming-monitore", "Gaming-Monitore", "Gaming monitors", nil),
		leaf("ultrawide-monitore", "Ultrawide-Monitore", "Ultrawide monitors", nil),
		leaf("4k-monitore", "4K- und 5K-Monitore", "4K and 5K monitors", nil),
		leaf("office-monitore", "Office-Monitore", "Office monitors", nil)),
	{"peripherie", "Peripherie", "Peripherals", nil, []branch{
		leaf("tastaturen", "Tastaturen", "Keyboards", keyboardDefs),
		leaf("maeuse", "Mäuse", "Mice", mouseDefs),
		leaf("webcams", "Webcams", "Webcams", webcamDefs)}},
	{"audio", "Audio", "Audio", nil, []branch{
		grouped("kopfhoerer-und-headsets", "Kopfhörer und Headsets", "Headphones and headsets", headphoneDefs,
			leaf("headsets", "Headsets", "Headsets", nil),
			leaf("kopfhoerer", "Kopfhörer", "Headphones", nil)),
		leaf("lautsprecher", "Lautsprecher", "Speakers", speakerDefs),
		leaf("soundkarten", "Soundkarten", "Sound cards", soundCardDefs)}},
	{"netzwerk", "Netzwerk", "Networking", nil, []branch{
		leaf("wlan-adapter", "WLAN-Adapter", "Wi-Fi adapters", wirelessDefs),
		leaf("netzwerkkarten", "Netzwerkkarten", "Network cards", networkDefs)}},
	{"software", "Software", "Software", nil, []branch{
		leaf("betriebssysteme", "Betriebssysteme", "Operating systems", osDefs)}},
	{"zubehoer", "Zubehör", "Accessories", nil, []branch{
		leaf("usv", "Unterbrechungsfreie Stromversorgung", "Uninterruptible power supplies", upsDefs)}},
}

// tree gives the categories, parents before children.
func tree() []exchange.Category {
	var list []exchange.Category
	var walk func(parent string, branches []branch)
	walk = func(parent string, branches []branch) {
		for i, b := range branches {
			list = append(list, exchange.Category{
				Type: "category", Slug: b.slug, Parent: parent, Name: text(b.de, b.en), Sort: (i + 1) * 10, Attributes: b.attributes,
			})
			walk(b.slug, b.below)
		}
	}
	walk("", assortment)
	return list
}
