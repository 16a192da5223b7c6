package illustration

type views = []func(*canvas, *paint)

var kinds = map[string]kind{
	"notebook":   {"8d939c", "3a6fd8", 0, views{notebookOpen, notebookClosed}},
	"gpu":        {"26292f", "5b6472", 2, views{gpuFront, gpuBack}},
	"cpu":        {"3f7d52", "2f6fb5", 0, views{cpuTop}},
	"mainboard":  {"1f2329", "7b818a", 4, views{mainboard}},
	"ram":        {"24272d", "4a5160", 2, views{ramSticks}},
	"psu":        {"23262b", "5d6673", 0, views{psu}},
	"case":       {"24272d", "3fa7ff", 0, views{caseThreeQuarter, caseFront}},
	"fan":        {"24272d", "6f5cff", 1, views{fanFront}},
	"cooler":     {"b8bdc6", "24272d", 1, views{cooler}},
	"ssd":        {"16181c", "2f63c6", 0, views{ssd}},
	"hdd":        {"b9bec6", "2f8f5b", 0, views{hdd}},
	"external":   {"24272d", "7b818a", 0, views{external}},
	"optical":    {"2b2e34", "5d6673", 0, views{optical}},
	"monitor":    {"1f2227", "3a6fd8", 0, views{monitorFront, monitorBack}},
	"keyboard":   {"26292f", "4a5160", 0, views{keyboard}},
	"mouse":      {"26292f", "4a5160", 0, views{mouseTop}},
	"webcam":     {"26292f", "3fa7ff", 0, views{webcam}},
	"headphones": {"26292f", "6b7280", 0, views{headphones}},
	"speakers":   {"26292f", "8a6a4d", 0, views{speakers}},
	"card":       {"2f6b48", "b9bec6", 0, views{card}},
	"ups":        {"23262b", "2fa36b", 0, views{ups}},
	"paste":      {"e9ecf0", "2f63c6", 0, views{paste}},
	"software":   {"f4f6f9", "2f86c9", 0, views{software}},
	"controller": {"26292f", "6f5cff", 4, views{controller}},
}
