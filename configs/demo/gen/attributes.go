package main

import "kontor.dev/kontor/core/catalog"

// num defines a number attribute that the panel offers as a range.
func num(key, de, en, unit string, divisor int64) catalog.AttributeDef {
	return catalog.AttributeDef{Key: key, Label: text(de, en), Unit: unit, UnitEN: unitsEN[unit], Type: catalog.NumberAttribute, Filter: catalog.Range, Divisor: divisor}
}

var unitsEN = map[string]string{"Zoll": "inch", "U/min": "rpm", "Bit": "bit"}

// step defines a number attribute with so few values that the panel lists them.
func step(key, de, en, unit string, divisor int64) catalog.AttributeDef {
	d := num(key, de, en, unit, divisor)
	d.Filter = catalog.Checkbox
	return d
}

// fact is a number attribute that is shown and not filtered by.
func fact(key, de, en, unit string, divisor int64) catalog.AttributeDef {
	d := num(key, de, en, unit, divisor)
	d.Filter = catalog.NoFilter
	return d
}

// word defines a text attribute with a list of values to tick.
func word(key, de, en string) catalog.AttributeDef {
	return catalog.AttributeDef{Key: key, Label: text(de, en), Type: catalog.TextAttribute, Filter: catalog.Checkbox}
}

// long is a word whose list of values is so long that it has a search field.
func long(key, de, en string) catalog.AttributeDef {
	d := word(key, de, en)
	d.Search = true
	return d
}

// note is a text attribute that is shown and not filtered by.
func note(key, de, en string) catalog.AttributeDef {
	d := word(key, de, en)
	d.Filter = catalog.NoFilter
	return d
}

func yesNo(key, de, en string) catalog.AttributeDef {
	return catalog.AttributeDef{Key: key, Label: text(de, en), Type: catalog.BoolAttribute, Filter: catalog.Radio}
}

func paint() catalog.AttributeDef {
	return catalog.AttributeDef{Key: "farbe", Label: text("Farbe", "Colour"), Type: catalog.ColorAttribute, Filter: catalog.Checkbox}
}

type defs = []catalog.AttributeDef

var notebookDefs = defs{
	long("prozessor", "Prozessor", "Processor"),
	long("grafikkarte", "Grafikkarte", "Graphics card"),
	step("ram", "Arbeitsspeicher", "Memory", "GB", 1),
	step("ssd", "SSD-Speicher", "SSD storage", "GB", 1),
	step("display", "Displaygröße", "Display size", "Zoll", 10),
	word("aufloesung", "Auflösung", "Resolution"),
	word("panel", "Displaytyp", "Display type"),
	step("hertz", "Bildwiederholrate", "Refresh rate", "Hz", 1),
	num("gewicht", "Gewicht", "Weight", "kg", 100),
	num("akku", "Akkukapazität", "Battery capacity", "Wh", 1),
	word("betriebssystem", "Betriebssystem", "Operating system"),
	paint(),
	word("tastatur", "Tastatur", "Keyboard"),
	yesNo("touch", "Touchscreen", "Touchscreen"),
	note("anschluesse", "Anschlüsse", "Ports"),
	note("funk", "Drahtlos", "Wireless"),
	fact("netzteil", "Netzteil", "Power adapter", "W", 1),
}

var graphicsDefs = defs{
	long("grafikkarte", "Grafikkarte", "Graphics card"), step("speicher", "Grafikspeicher", "Video memory", "GB", 1000),
	num("takt", "Boost-Takt", "Boost clock", "MHz", 1), fact("basistakt", "Basistakt", "Base clock", "MHz", 1),
	num("laenge", "Länge", "Length", "mm", 1), step("luefter", "Lüfter", "Fans", "", 1), paint(),
}

var processorDefs = defs{
	word("sockel", "Sockel", "Socket"), step("kerne", "Kerne", "Cores", "", 1), num("boost", "Boost-Takt", "Boost clock", "GHz", 100),
	fact("takt", "Basistakt", "Base clock", "GHz", 100), num("tdp", "Verlustleistung (TDP)", "Thermal design power", "W", 1),
	word("architektur", "Architektur", "Architecture"), word("igpu", "Integrierte Grafik", "Integrated graphics"),
}

var boardDefs = defs{
	long("sockel", "Sockel", "Socket"), word("chipsatz", "Chipsatz", "Chipset"), word("format", "Formfaktor", "Form factor"),
	step("steckplaetze", "RAM-Steckplätze", "Memory slots", "", 1), step("maxram", "Maximaler Arbeitsspeicher", "Maximum memory", "GB", 1),
	yesNo("wlan", "WLAN", "Wi-Fi"), paint(),
}

var memoryDefs = defs{
	step("kapazitaet", "Kapazität", "Capacity", "GB", 1), word("speichertyp", "Speichertyp", "Memory type"),
	num("takt", "Takt", "Speed", "MT/s", 1), word("module", "Module", "Modules"), step("cl", "CAS-Latenz", "CAS latency", "", 1),
	fact("latenz", "Zugriffszeit", "First word latency", "ns", 1000), yesNo("rgb", "Beleuchtung", "Lighting"), paint(),
}

var psuDefs = defs{
	num("leistung", "Leistung", "Wattage", "W", 1), word("effizienz", "Effizienz", "Efficiency"), word("format", "Formfaktor", "Form factor"),
	word("modular", "Kabelmanagement", "Modularity"), paint(),
}

var caseDefs = defs{
	word("format", "Bauform", "Type"), word("seitenteil", "Seitenteil", "Side panel"), num("volumen", "Volumen", "Volume", "l", 10),
	step("schaechte", "3,5-Zoll-Schächte", "3.5 inch bays", "", 1), fact("netzteil", "Netzteil", "Power supply", "W", 1), paint(),
}

var airCoolerDefs = defs{
	num("drehzahl", "Drehzahl", "Fan speed", "U/min", 1), num("lautstaerke", "Lautstärke", "Noise", "dB(A)", 10), paint(),
}

var liquidCoolerDefs = append(defs{step("radiator", "Radiator", "Radiator", "mm", 1)}, airCoolerDefs...)

var fanDefs = defs{
	step("groesse", "Größe", "Size", "mm", 1), num("drehzahl", "Drehzahl", "Fan speed", "U/min", 1),
	num("luftstrom", "Luftstrom", "Airflow", "m³/h", 10), num("lautstaerke", "Lautstärke", "Noise", "dB(A)", 10),
	yesNo("pwm", "PWM-Anschluss", "PWM connector"), paint(),
}

var pasteDefs = defs{num("menge", "Menge", "Amount", "g", 10)}

var fanControlDefs = defs{step("kanaele", "Kanäle", "Channels", "", 1), yesNo("pwm", "PWM-Anschluss", "PWM connector"), paint()}

var ssdDefs = defs{
	step("kapazitaet", "Kapazität", "Capacity", "GB", 1), word("format", "Bauform", "Form factor"),
	word("schnittstelle", "Schnittstelle", "Interface"), fact("cache", "Cache", "Cache", "MB", 1),
}

var diskDefs = defs{
	step("kapazitaet", "Kapazität", "Capacity", "GB", 1), word("format", "Bauform", "Form factor"),
	step("drehzahl", "Drehzahl", "Spindle speed", "U/min", 1), word("schnittstelle", "Schnittstelle", "Interface"),
	step("cache", "Cache", "Cache", "MB", 1),
}

var externalDefs = defs{
	step("kapazitaet", "Kapazität", "Capacity", "GB", 1), word("bauart", "Bauart", "Design"),
	word("schnittstelle", "Schnittstelle", "Interface"), paint(),
}

var opticalDefs = defs{
	word("laufwerk", "Laufwerkstyp", "Drive type"), fact("dvd", "DVD lesen", "DVD reading", "×", 1), fact("cd", "CD lesen", "CD reading", "×", 1),
	fact("bd", "Blu-ray lesen", "Blu-ray reading", "×", 1),
}

var monitorDefs = defs{
	num("diagonale", "Bildschirmdiagonale", "Screen size", "Zoll", 10), word("aufloesung", "Auflösung", "Resolution"),
	step("hertz", "Bildwiederholrate", "Refresh rate", "Hz", 1), word("panel", "Panel", "Panel"),
	step("reaktion", "Reaktionszeit", "Response time", "ms", 100), word("format", "Seitenverhältnis", "Aspect ratio"),
	word("energie", "Energieeffizienzklasse", "Energy class"), fact("verbrauch", "Verbrauch je 1.000 h (SDR)", "Consumption per 1,000 h (SDR)", "kWh", 1),
}

var keyboardDefs = defs{
	word("bauart", "Bauart", "Style"), long("schalter", "Schalter", "Switches"), word("licht", "Beleuchtung", "Backlight"),
	yesNo("kompakt", "Ohne Ziffernblock", "Tenkeyless"), word("verbindung", "Verbindung", "Connection"),
	word("belegung", "Tastenbelegung", "Layout"), paint(),
}

var mouseDefs = defs{
	word("abtastung", "Abtastung", "Tracking"), word("verbindung", "Verbindung", "Connection"), num("dpi", "Auflösung", "Resolution", "dpi", 1),
	word("hand", "Handausrichtung", "Hand orientation"), paint(),
}

var webcamDefs = defs{
	word("aufloesung", "Auflösung", "Resolution"), word("anschluss", "Anschluss", "Connection"), word("fokus", "Fokus", "Focus"),
	num("blickfeld", "Blickfeld", "Field of view", "°", 10),
}

var headphoneDefs = defs{
	word("bauart", "Bauart", "Design"), word("gehaeuse", "Akustik", "Enclosure"), yesNo("mikrofon", "Mikrofon", "Microphone"),
	yesNo("funk", "Kabellos", "Wireless"), note("frequenz", "Frequenzgang", "Frequency response"), paint(),
}

var speakerDefs = defs{
	word("system", "System", "System"), num("leistung", "Leistung", "Power", "W", 10),
	note("frequenz", "Frequenzgang", "Frequency response"), paint(),
}

var soundCardDefs = defs{
	word("kanaele", "Kanäle", "Channels"), step("bit", "Auflösung", "Resolution", "Bit", 1), num("snr", "Rauschabstand", "Signal-to-noise ratio", "dB", 1),
	step("abtastrate", "Abtastrate", "Sample rate", "kHz", 1), word("schnittstelle", "Schnittstelle", "Interface"),
}

var networkDefs = defs{word("schnittstelle", "Schnittstelle", "Interface"), paint()}

var wirelessDefs = append(defs{word("standard", "WLAN-Standard", "Wi-Fi standard")}, networkDefs...)

var osDefs = defs{
	word("edition", "Edition", "Edition"), word("lizenz", "Lizenz", "Licence"), word("bit", "Version", "Version"),
	fact("maxram", "Maximaler Arbeitsspeicher", "Maximum memory", "GB", 1),
}

var upsDefs = defs{num("leistung", "Wirkleistung", "Real power", "W", 1), num("scheinleistung", "Scheinleistung", "Apparent power", "VA", 1)}
