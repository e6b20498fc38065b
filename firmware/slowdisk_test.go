// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/onboard"
)

// slowDisk is a disk on which each change waits.
type slowDisk struct {
	durable.FS
	asked, goOn chan struct{} // asked: a change waits; goOn is closed: it goes on
}

func (d *slowDisk) wait() {
	select {
	case d.asked <- struct{}{}:
	default:
	}
	<-d.goOn
}

func (d *slowDisk) Create(name string) (durable.File, error) { d.wait(); return d.FS.Create(name) }
func (d *slowDisk) Rename(from, to string) error             { d.wait(); return d.FS.Rename(from, to) }
func (d *slowDisk) Sync(name string) error                   { d.wait(); return d.FS.Sync(name) }

// TestNobodyWaitsForASlowCard who only asks how the configuration stands: not during a
// restore, nor while a trial begins or ends.
func TestNobodyWaitsForASlowCard(t *testing.T) {
	w := newWhole(t)
	for _, c := range []struct {
		name  string
		trial bool
		do    func(*trial) error
	}{
		{"a restore", false, func(tr *trial) error { return done(tr.restore(newConfig, w.changes, false)) }},
		{"a new configuration", false, func(tr *trial) error { return tr.Try(newConfig) }},
		{"Wi-Fi settings", false, func(tr *trial) error { return tr.settle(onboard.Given{Name: "lamp"}) }},
		{"a confirmation", true, (*trial).Confirm},
		{"a trial that is given up", true, (*trial).Return},
		{"a trial that is over", true, func(tr *trial) error { tr.until = time.Now(); tr.expire(); return nil }},
		{"a trial that fails", true, func(tr *trial) error { tr.failed(errors.New("no port")); return nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			disk := &slowDisk{FS: w.disk(), asked: make(chan struct{}, 1), goOn: make(chan struct{})}
			if c.trial {
				must.Do(t, on(disk.FS).Try(newConfig))
			}
			tr := on(disk.FS)
			if _, err := tr.begin(); err != nil || tr.running != c.trial {
				t.Fatal(err, tr.running)
			}
			tr.kept, tr.change = on(disk).kept, durable.Journal{FS: disk}
			ended, told := make(chan error, 1), make(chan struct{})
			go func() { ended <- c.do(tr) }()
			select {
			case <-disk.asked:
			case err := <-ended:
				t.Fatalf("it ends before it asks the card: %v", err)
			}
			go func() {
				tr.State()
				tr.Text()
				close(told)
			}()
			select {
			case <-told:
			case <-time.After(10 * time.Second):
				t.Error("whoever asks waits for the card")
			}
			close(disk.goOn)
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}
