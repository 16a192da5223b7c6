package bench

import (
	"bufio"
	"os"
	"runtime"
	"strings"
)

// Machine says where a run took place.
type Machine struct {
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`
	Memory string `json:"memory"`
	OS     string `json:"os"`
	Go     string `json:"go"`
}

// ThisMachine describes the machine that the program runs on; what cannot be found out stays empty.
func ThisMachine() Machine {
	return Machine{
		CPU: procField("/proc/cpuinfo", "model name"), Cores: runtime.NumCPU(),
		Memory: procField("/proc/meminfo", "MemTotal"), OS: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
	}
}

func procField(file, name string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, value, ok := strings.Cut(lines.Text(), ":")
		if ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
