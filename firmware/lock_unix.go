//go:build unix

package firmware

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock keeps the data directory dir from a second device, which would give out
// the same ids, until unlock or the end of the process, however it ends.
func lock(dir string) (unlock func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return func() {}, nil // there is none, and nobody can write in it
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		f.Close()
		return nil, fmt.Errorf("data directory: %s belongs to a device that is running; --data names another", dir)
	}
	return func() { f.Close() }, nil // also on a file system that has no locks
}
