package process

import "syscall"

func attributes(s Spec) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: s.StopSignal, Credential: s.Credential}
}
