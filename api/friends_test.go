// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestFriendsOutliveARestart: an address that has shown a key is known to the
// next run, and the file is written only for an address that is new.
func TestFriendsOutliveARestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data", "addresses.json")
	change := func(s *setup) { s.api.Door.FriendsFile = file }
	friend, other := "192.0.2.1:1000", "192.0.2.2:1000"
	run := func(f func(r *rig, plain *pipes)) {
		story(t, change, func(t *testing.T, r *rig) {
			ctx, cancel := context.WithCancel(t.Context())
			plain, ended := newPipes(), make(chan error)
			go func() { ended <- r.Run(ctx, plain) }()
			f(r, plain)
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	run(func(r *rig, plain *pipes) {
		hold(t, plain, friend, getIndex, 2)
		hold(t, plain, other, getHealth, 1)
		if _, err := os.Stat(file); err == nil {
			t.Error("a request writes the file")
		}
		time.Sleep(time.Minute + time.Second)
		synctest.Wait()
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v", info, err)
		}
		must.Do(t, os.Remove(file))
		hold(t, plain, friend, getIndex, 1)
		time.Sleep(time.Minute + time.Second)
		if _, err := os.Stat(file); err == nil {
			t.Error("the file is written although nothing is new")
		}
		hold(t, plain, "192.0.2.3:1000", getIndex, 1)
	})
	text, err := os.ReadFile(file) // TestFriendsFile reads such files
	must.Do(t, err)
	for addr, want := range map[string]bool{"192.0.2.1/32": true, "192.0.2.2/32": false, "192.0.2.3/32": true} {
		if strings.Contains(string(text), addr) != want {
			t.Errorf("after the end %s is kept: %v", addr, !want)
		}
	}
}
