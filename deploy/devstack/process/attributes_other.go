//go:build !linux

package process

import "syscall"

// Only Linux can tie a child's life to its parent's; elsewhere `kontor down` or the next `kontor up` clears the rest.
func attributes(s Spec) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: s.Credential}
}
