package main

import "kontor.dev/kontor/core/catalog"

// part is a component with what it adds to the price in euros.
type part struct {
	name  string
	euros int
	igpu  string // of processors
}

type screen struct {
	inch  string
	shape string
	panel string
	hz    int
	euros int
}

// series is a line of notebooks; configurations are drawn from its lists.
type series struct {
	brand, name, category string
	count                 int // configurations
	base                  int // euros for chassis, keyboard, cooling
	screens               []screen
	cpus, gpus            []part // no gpus: the processor's own
	rams, ssds            []int
	systems               []string
	colours               []string
	grams, wattHours      int
	touch                 bool
	adapter               int
	ports                 string
	shape                 string // style of the illustration
	idea                  catalog.Text
}

var (
	u5   = part{"Intel Core Ultra 5 226V", 190, "Intel Arc 130V"}
	u7   = part{"Intel Core Ultra 7 258V", 330, "Intel Arc 140V"}
	u5h  = part{"Intel Core Ultra 5 225H", 170, "Intel Arc 130T"}
	u7h  = part{"Intel Core Ultra 7 255H", 290, "Intel Arc 140T"}
	u9h  = part{"Intel Core Ultra 9 285H", 430, "Intel Arc 140T"}
	hx7  = part{"Intel Core Ultra 7 255HX", 380, "Intel Graphics"}
	hx9  = part{"Intel Core Ultra 9 275HX", 560, "Intel Graphics"}
	i3   = part{"Intel Core i3-1315U", 60, "Intel UHD Graphics"}
	i5   = part{"Intel Core i5-1335U", 110, "Intel Iris Xe"}
	n200 = part{"Intel N200", 15, "Intel UHD Graphics"}
	r3   = part{"AMD Ryzen 3 7330U", 55, "AMD Radeon Graphics"}
	r5   = part{"AMD Ryzen 5 7535U", 95, "AMD Radeon 660M"}
	r5h  = part{"AMD Ryzen 5 8645HS", 150, "AMD Radeon 760M"}
	r7h  = part{"AMD Ryzen 7 8845HS", 220, "AMD Radeon 780M"}
	ai5  = part{"AMD Ryzen AI 5 340", 180, "AMD Radeon 840M"}
	ai7  = part{"AMD Ryzen AI 7 350", 270, "AMD Radeon 860M"}
	ai9  = part{"AMD Ryzen AI 9 HX 370", 420, "AMD Radeon 890M"}
	r9x  = part{"AMD Ryzen 9 9955HX", 540, "AMD Radeon 610M"}
	snap = part{"Snapdragon X Plus X1P-42-100", 170, "Qualcomm Adreno"}
	elit = part{"Snapdragon X Elite X1E-80-100", 310, "Qualcomm Adreno"}
)

var (
	rtx4050 = part{"NVIDIA GeForce RTX 4050", 190, ""}
	rtx4060 = part{"NVIDIA GeForce RTX 4060", 290, ""}
	rtx4070 = part{"NVIDIA GeForce RTX 4070", 430, ""}
	rtx5050 = part{"NVIDIA GeForce RTX 5050", 260, ""}
	rtx5060 = part{"NVIDIA GeForce RTX 5060", 380, ""}
	rtx5070 = part{"NVIDIA GeForce RTX 5070", 560, ""}
	rtx70ti = part{"NVIDIA GeForce RTX 5070 Ti", 850, ""}
	rtx5080 = part{"NVIDIA GeForce RTX 5080", 1280, ""}
	rtx5090 = part{"NVIDIA GeForce RTX 5090", 2150, ""}
	rx7600s = part{"AMD Radeon RX 7600S", 240, ""}
	rx7700s = part{"AMD Radeon RX 7700S", 320, ""}
	ada1000 = part{"NVIDIA RTX 1000 Ada", 380, ""}
	ada2000 = part{"NVIDIA RTX 2000 Ada", 620, ""}
	ada3500 = part{"NVIDIA RTX 3500 Ada", 1450, ""}
)

const (
	fhd    = "Full HD (1920 × 1080)"
	wuxga  = "WUXGA (1920 × 1200)"
	wqhd   = "WQHD (2560 × 1440)"
	wqxga  = "WQXGA (2560 × 1600)"
	uhd    = "4K UHD (3840 × 2160)"
	threeK = "WQXGA+ (2880 × 1800)"
	w11h   = "Windows 11 Home"
	w11p   = "Windows 11 Pro"
	linux  = "Linux"
	none   = "Ohne Betriebssystem"
)

var notebookRange = []series{
	{"Tarnwerk", "Amboss 16", "gaming-notebooks", 26, 520, []screen{{"16", wqxga, "IPS", 165, 60}, {"16", wqxga, "IPS", 240, 120}, {"16", wqxga, "OLED", 240, 260}},
		[]part{r7h, hx7, hx9, r9x}, []part{rtx4060, rtx5060, rtx5070, rtx70ti, rtx5080}, []int{16, 32, 64}, []int{512, 1000, 2000}, []string{w11h, w11h, none}, []string{"Black", "Gray"}, 2480, 90, false, 240,
		"2× USB-C (1× Thunderbolt 4), 3× USB-A 3.2, HDMI 2.1, LAN 2,5 Gbit/s, SD-Karte, Audio", "gaming", text("Ein Spielerechner mit großzügiger Kühlung", "A gaming laptop with generous cooling")},
	{"Tarnwerk", "Funke 15", "gaming-notebooks", 22, 360, []screen{{"15.6", fhd, "IPS", 144, 0}, {"15.6", fhd, "IPS", 165, 20}, {"15.6", wqhd, "IPS", 165, 70}},
		[]part{r5h, r7h, u5h}, []part{rtx4050, rtx4060, rtx5050, rx7600s}, []int{16, 32}, []int{512, 1000}, []string{w11h, none}, []string{"Black", "Blue"}, 2190, 60, false, 180,
		"1× USB-C 3.2, 3× USB-A 3.2, HDMI 2.1, LAN 1 Gbit/s, Audio", "gaming", text("Der günstige Weg zu flüssigen Spielen", "The affordable way to fluid games")},
	{"Volta Nova", "Impuls 18", "gaming-notebooks", 16, 900, []screen{{"18", wqxga, "IPS", 240, 150}, {"18", uhd, "Mini-LED", 200, 480}},
		[]part{hx9, r9x}, []part{rtx70ti, rtx5080, rtx5090}, []int{32, 64}, []int{1000, 2000, 4000}, []string{w11h, w11p}, []string{"Black"}, 3290, 99, false, 380,
		"2× Thunderbolt 5, 3× USB-A 3.2, HDMI 2.1, LAN 2,5 Gbit/s, SD-Karte, Audio", "gaming", text("Ein Ersatz für den Spieletower", "A replacement for the gaming tower")},
	{"Volta Nova", "Impuls 14", "gaming-notebooks", 16, 560, []screen{{"14", wqxga, "OLED", 120, 190}, {"14", wqxga, "IPS", 165, 80}},
		[]part{r7h, ai9}, []part{rtx4060, rtx5060, rtx5070, rx7700s}, []int{16, 32}, []int{1000, 2000}, []string{w11h}, []string{"White", "Black"}, 1640, 73, false, 180,
		"2× USB-C (1× USB4), 2× USB-A 3.2, HDMI 2.1, microSD, Audio", "gaming", text("Spieleleistung für den Rucksack", "Gaming power for the backpack")},
	{"Ostwind", "Sturm 17", "gaming-notebooks", 18, 430, []screen{{"17.3", fhd, "IPS", 144, 0}, {"17.3", wqhd, "IPS", 240, 110}},
		[]part{r7h, u7h, hx7}, []part{rtx4060, rtx4070, rtx5060, rtx5070}, []int{16, 32, 64}, []int{1000, 2000}, []string{w11h, linux}, []string{"Gray", "Red"}, 2790, 80, false, 230,
		"1× Thunderbolt 4, 1× USB-C 3.2, 3× USB-A 3.2, HDMI 2.1, LAN 2,5 Gbit/s, Audio", "gaming", text("Viel Bild und viel Tempo auf dem Schreibtisch", "A lot of picture and speed on the desk")},
	{"Fjellborg", "Fjord 14", "business-notebooks", 24, 420, []screen{{"14", wuxga, "IPS", 60, 0}, {"14", wuxga, "IPS", 60, 40}, {"14", threeK, "OLED", 120, 190}},
		[]part{u5h, u7h, ai5, ai7}, nil, []int{16, 32, 64}, []int{512, 1000, 2000}, []string{w11p, w11p, linux}, []string{"Black", "Gray"}, 1390, 60, false, 65,
		"2× Thunderbolt 4, 2× USB-A 3.2, HDMI 2.1, LAN 1 Gbit/s, Smartcard, Audio", "business", text("Ein Arbeitsgerät für Büro, Zug und Kundentermin", "A working machine for office, train and client visits")},
	{"Fjellborg", "Fjord 16", "business-notebooks", 20, 470, []screen{{"16", wuxga, "IPS", 60, 0}, {"16", wqxga, "IPS", 120, 90}},
		[]part{u5h, u7h, ai7}, nil, []int{16, 32, 64}, []int{512, 1000, 2000}, []string{w11p, linux}, []string{"Black", "Silver"}, 1790, 75, false, 100,
		"2× Thunderbolt 4, 2× USB-A 3.2, HDMI 2.1, LAN 1 Gbit/s, Smartcard, SD-Karte, Audio", "business", text("Große Tabellen, Ziffernblock, langer Atem", "Big spreadsheets, a number pad, a long breath")},
	{"Ostwind", "Kontor 15", "business-notebooks", 20, 250, []screen{{"15.6", fhd, "IPS", 60, 0}, {"15.6", fhd, "IPS", 60, 15}},
		[]part{i5, r5, u5h}, nil, []int{8, 16, 32}, []int{256, 512, 1000}, []string{w11p, w11h, linux}, []string{"Gray", "Silver"}, 1720, 50, false, 65,
		"1× USB-C 3.2, 3× USB-A 3.2, HDMI 1.4, LAN 1 Gbit/s, Audio", "business", text("Solide Technik für den Arbeitsplatz", "Solid technology for the workplace")},
	{"Auralis", "Aero 13", "ultrabooks", 22, 560, []screen{{"13.4", wuxga, "IPS", 60, 0}, {"13.4", threeK, "OLED", 120, 210}},
		[]part{u5, u7, elit}, nil, []int{16, 32}, []int{512, 1000, 2000}, []string{w11h, w11p}, []string{"Silver", "Black", "Pink"}, 990, 55, false, 65,
		"2× Thunderbolt 4, Audio", "ultra", text("Unter einem Kilogramm und doch ein ganzer Arbeitstag Laufzeit", "Under one kilogram and still a full day of battery")},
	{"Auralis", "Aero 15", "ultrabooks", 16, 620, []screen{{"15.3", wqxga, "IPS", 120, 60}, {"15.3", threeK, "OLED", 120, 200}},
		[]part{u7, ai7, ai9}, nil, []int{16, 32}, []int{512, 1000, 2000}, []string{w11h, w11p}, []string{"Silver", "Blue"}, 1340, 75, false, 65,
		"2× Thunderbolt 4, 1× USB-A 3.2, HDMI 2.1, Audio", "ultra", text("Viel Bildfläche in einem flachen Gehäuse", "Plenty of screen in a flat body")},
	{"Kestrion", "Swift 14", "ultrabooks", 18, 430, []screen{{"14", wuxga, "IPS", 60, 0}, {"14", wqxga, "IPS", 120, 70}},
		[]part{snap, elit, ai5, u5}, nil, []int{16, 32}, []int{512, 1000}, []string{w11h}, []string{"Gray", "Teal", "Gold"}, 1180, 65, false, 65,
		"2× USB4, 1× USB-A 3.2, HDMI 2.1, Audio", "ultra", text("Leise, leicht und lange wach", "Quiet, light and long awake")},
	{"Kestrion", "Flip 14", "convertibles", 18, 460, []screen{{"14", wuxga, "IPS", 60, 40}, {"14", threeK, "OLED", 120, 200}},
		[]part{u5, u7, ai5}, nil, []int{16, 32}, []int{512, 1000}, []string{w11h, w11p}, []string{"Gray", "Blue"}, 1420, 65, true, 65,
		"2× Thunderbolt 4, 1× USB-A 3.2, HDMI 2.1, Audio, Eingabestift", "convertible", text("Notebook, Zeichenblock und Leinwand in einem", "Laptop, sketch pad and screen in one")},
	{"Brevia", "Dreh 13", "convertibles", 14, 270, []screen{{"13.3", wuxga, "IPS", 60, 20}},
		[]part{i3, i5, r5}, nil, []int{8, 16}, []int{256, 512}, []string{w11h}, []string{"Silver", "Purple"}, 1330, 50, true, 45,
		"1× USB-C 3.2, 2× USB-A 3.2, HDMI 1.4, Audio", "convertible", text("Umklappen, mitschreiben, weitergeben", "Fold, take notes, pass it on")},
	{"Lumeno", "Palette 16", "studio-notebooks", 20, 780, []screen{{"16", threeK, "OLED", 120, 230}, {"16", uhd, "OLED", 60, 310}, {"16", wqxga, "Mini-LED", 165, 280}},
		[]part{u7h, u9h, ai9}, []part{rtx4060, rtx5060, rtx5070, ada1000, ada2000}, []int{32, 64}, []int{1000, 2000, 4000}, []string{w11p, w11h}, []string{"Silver", "Black"}, 1890, 94, false, 140,
		"2× Thunderbolt 4, 1× USB-A 3.2, HDMI 2.1, SD-Karte (UHS-II), Audio", "studio", text("Farbtreue für Foto, Film und Gestaltung", "True colours for photo, film and design")},
	{"Lumeno", "Werkbank 17", "studio-notebooks", 12, 1050, []screen{{"17", wqxga, "IPS", 120, 180}, {"17", uhd, "IPS", 60, 340}},
		[]part{hx7, hx9}, []part{ada2000, ada3500, rtx5080}, []int{32, 64, 128}, []int{1000, 2000, 4000}, []string{w11p, linux}, []string{"Black"}, 2690, 95, false, 230,
		"2× Thunderbolt 5, 2× USB-A 3.2, HDMI 2.1, LAN 2,5 Gbit/s, SD-Karte, Audio", "studio", text("Eine Workstation zum Mitnehmen für CAD und Simulation", "A workstation to take along for CAD and simulation")},
	{"Brevia", "Start 15", "einsteiger-notebooks", 20, 190, []screen{{"15.6", fhd, "IPS", 60, 20}, {"15.6", fhd, "TN", 60, 0}},
		[]part{n200, i3, r3, r5}, nil, []int{8, 16}, []int{256, 512}, []string{w11h, none}, []string{"Silver", "Blue", "Black"}, 1690, 42, false, 45,
		"1× USB-C 3.2, 2× USB-A 3.2, HDMI 1.4, Audio", "basic", text("Alles für Schule, Studium und Internet", "Everything for school, studies and the web")},
	{"Brevia", "Start 17", "einsteiger-notebooks", 14, 240, []screen{{"17.3", fhd, "IPS", 60, 0}},
		[]part{i3, i5, r5}, nil, []int{8, 16}, []int{512, 1000}, []string{w11h, none}, []string{"Silver", "Black"}, 2090, 48, false, 65,
		"1× USB-C 3.2, 3× USB-A 3.2, HDMI 1.4, LAN 1 Gbit/s, Audio", "basic", text("Großes Bild für den Schreibtisch zu Hause", "A big picture for the desk at home")},
}
