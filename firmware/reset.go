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

	"github.com/ledpost/ledpost/internal/durable"
)

// ResetRequest is the file in the data directory that asks for a factory reset. Whoever is
// root takes away what the service may not, before it starts; the service does the rest.
const ResetRequest = "reset-request"

// errReset ends the process, so that root's part comes first.
var errReset = errors.New("firmware: factory reset: the device starts again as a new one")

// factoryReset asks for the reset and ends the run by end. A card that cannot be written is
// not reset.
func (a *appliance) factoryReset(end func(error)) {
	if err := durable.WriteFile(filepath.Join(a.Dir, ResetRequest), nil); err != nil {
		a.Log.Error("factory reset failed: nothing is reset", "err", err)
		return
	}
	a.Log.Warn("factory reset: a button was held from the start")
	end(errReset)
}

// finishReset empties dir as on an unused device, if somebody asked for a reset: only the
// identity stays. The request goes last, so that the next start goes on after
// a power cut.
func finishReset(dir string, log *slog.Logger) {
	request := filepath.Join(dir, ResetRequest)
	if _, err := os.Lstat(request); err != nil {
		return
	}
	all, err := os.ReadDir(dir)
	for _, e := range all {
		if name := e.Name(); name != ResetRequest && !strings.HasPrefix(name, "identity.json") { // and the copies of it
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
		}
	}
	if err == nil {
		err = errors.Join(durable.Dir(dir).Sync("."), os.Remove(request))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Error("factory reset: the next start continues", "err", fmt.Errorf("firmware: %w", err))
		return
	}
	log.Warn("factory reset: the device is as new")
}
