package process

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"
)

const (
	logSize  = 32 << 20
	lookAtIt = time.Second
)

// openLog opens <dir>/<name>.log to be added to.
func openLog(dir, name string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return os.OpenFile(filepath.Join(dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
}

// boundLog keeps the log from filling the disk until the child is gone for good: a full one becomes <name>.log.1, and the one before
// that is dropped.
func (p *Process) boundLog() {
	tick := time.NewTicker(lookAtIt)
	defer tick.Stop()
	told := false
	for {
		select {
		case <-p.ended:
			return
		case <-tick.C:
		}
		info, err := p.log.Stat()
		if err != nil || info.Size() <= p.spec.LogSize {
			continue
		}
		err = putAside(p.log)
		if err != nil && !told {
			p.spec.Note("%s: its log is full and could not be kept: %v", p.spec.Name, err)
		}
		told = err != nil
	}
}

// putAside moves what is in a log into another file. The log itself stays where it is, since the child has it open: it is copied and
// emptied, and as everybody appends to it, the next line is its first. A line that is written between the two is lost, and what cannot
// be copied is: a log that goes on to grow would take the room of the shop's data.
func putAside(log *os.File) error {
	// The one before is emptied first, so that a full disk has room for the copy.
	to, err := os.OpenFile(log.Name()+".1", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = io.Copy(to, io.NewSectionReader(log, 0, math.MaxInt64))
		err = errors.Join(err, to.Close())
	}
	return errors.Join(err, log.Truncate(0))
}
