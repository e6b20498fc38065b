// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/forget"
)

// errReset ends the process: whoever is root forgets what the service may not, before it
// starts again.
var errReset = errors.New("firmware: factory reset: the device starts again as a new one")

// A resetter makes the device as new, for a button that was held from the start, and for
// clients. It implements live.Resetter.
type resetter struct {
	dir string // of the data
	log *slog.Logger
	end func(error) // of the run
}

// Reset asks for a factory reset and ends the run. What cannot ask is not reset, and
// runs on.
func (r resetter) Reset(by string) error {
	if err := durable.WriteFile(filepath.Join(r.dir, forget.Request), nil); err != nil {
		r.log.Error("factory reset failed: nothing is reset", "err", err)
		return fmt.Errorf("firmware: factory reset: nothing is reset: %w", err)
	}
	r.log.Warn("factory reset", "by", by)
	r.end(errReset)
	return nil
}

// finishReset empties dir as on an unused device, if somebody asked for a reset: only who
// the device is stays. The request goes last, so that the next start goes on after a power
// cut; it stays as long as root's part is not complete, which the file pending tells. The
// error is why the device is not as new.
func finishReset(dir, pending string, log *slog.Logger) error {
	request := filepath.Join(dir, forget.Request)
	if _, err := os.Lstat(request); err != nil {
		return nil
	}
	err := forget.Tree{Dir: dir, Keep: forget.With(forget.Data, forget.Request, forget.Hostname)}.Forget()
	if why, fault := bounded.ReadFile(pending, maxPending); !errors.Is(fault, fs.ErrNotExist) {
		err = errors.Join(err, fault, errors.New(strings.TrimSpace(string(why))))
	}
	if err == nil {
		err = os.RemoveAll(filepath.Join(dir, forget.Hostname)) // which root's part has read
	}
	if err == nil {
		err = errors.Join(os.Remove(request), durable.Dir(dir).Sync("."))
	}
	if err != nil {
		err = fmt.Errorf("firmware: factory reset: the next start continues: %w", err)
		log.Error("the device is not as new", "err", err)
		return err
	}
	log.Warn("factory reset: the device is as new")
	return nil
}

// maxPending bounds the reason of root's, in bytes.
const maxPending = 16 << 10

// unfinished is a reset that has not ended, as what the directory lacks.
type unfinished struct{ err error }

func (u unfinished) Unsaved() error { return u.err }
