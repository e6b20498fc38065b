// SPDX-License-Identifier: Apache-2.0

package check

import (
	"encoding/json"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// keptFile is the file in the data directory with what outlives a restart.
const keptFile = "update.json"

// kept is its content. It changes with a release or when a user defers one. If
// it is lost, a version is offered again and an older manifest may be shown; the
// root helper, which has its own counter, still does not install it.
type kept struct {
	Counter  int64     `json:"counter"`            // of the newest manifest that was seen
	Deferred string    `json:"deferred,omitempty"` // version that is not offered
	Until    time.Time `json:"until,omitzero"`     // until then
}

func readKept(dir string) (k kept) {
	if dir == "" {
		return kept{}
	}
	text, err := bounded.ReadFile(filepath.Join(dir, keptFile), 4<<10)
	if err != nil || json.Unmarshal(text, &k) != nil {
		return kept{}
	}
	return k
}

// remember keeps the counter of a manifest that was accepted.
func (u *Updater) remember(counter int64) {
	u.mu.Lock()
	higher := counter > u.kept.Counter
	u.kept.Counter = max(u.kept.Counter, counter)
	u.mu.Unlock()
	if higher { // written outside of the lock: the disk may take seconds, and the page asks for the status
		u.keep()
	}
}

// keep writes what outlives a restart.
func (u *Updater) keep() {
	u.mu.Lock()
	k := u.kept
	u.mu.Unlock() // the disk may take seconds, and clients ask for the status meanwhile
	if u.o.Dir == "" {
		return
	}
	text, err := json.Marshal(k)
	if err == nil {
		err = durable.WriteFile(filepath.Join(u.o.Dir, keptFile), append(text, '\n'))
	}
	if err != nil {
		u.o.Log.Error("the state of updates cannot be saved", "err", err)
	}
}
