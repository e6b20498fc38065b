package trial

import (
	"errors"
	"os"
	"syscall"

	"github.com/ledpost/ledpost/internal/bounded"
)

// maxPlain bounds a file of the daemon's directory, in bytes.
const maxPlain = 1 << 20

// readPlain reads a small regular file as root. The directory may belong to an
// unprivileged user: no link to the file is followed, and no pipe waited for.
func readPlain(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, os.ErrInvalid)
	}
	return bounded.Read(f, maxPlain)
}
