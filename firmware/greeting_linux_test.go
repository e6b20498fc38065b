// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware/ways"
	"github.com/ledpost/ledpost/internal/must"
)

// TestGreetingInvites: whoever starts a device that nobody has used reads that the first
// browser may claim it, in a terminal's log as in the journal; a device with an owner does
// not say so. The journal is kept and read by others: it gets no key.
func TestGreetingInvites(t *testing.T) {
	l := must.Get(ways.Listen(config.Config{HTTP: config.HTTP{Addr: "127.0.0.1:0"}}, slog.New(slog.DiscardHandler)))(t)
	defer l.Close()
	dir, quiet := t.TempDir(), slog.New(slog.DiscardHandler)
	key := must.Get(keys.LoadKey(dir, ""))(t)
	fresh := keys.New(keys.Config{Key: key, KeyFile: keys.KeyFile(dir), KeysFile: keys.KeysFile(dir), Log: quiet})
	owned := keys.New(keys.Config{Key: boxKey, Log: quiet})
	for _, row := range []struct {
		why       string
		journal   bool
		guard     *keys.Guard
		want, not string
	}{
		{"new, in the journal", true, fresh, newDevice + "\n", "curl"},
		{"its own, in the journal", true, owned, "'sudo ledpost key' prints the API key\n", newDevice},
		{"new, in a file", false, fresh, "\nNew:   " + newDevice + "\n", boxKey},
		{"its own, in a file", false, owned, "\nTry:   curl", newDevice},
	} {
		name := filepath.Join(t.TempDir(), "out")
		out := must.Get(os.Create(name))(t)
		defer out.Close()
		if row.journal {
			info := must.Get(out.Stat())(t)
			s := info.Sys().(*syscall.Stat_t)
			t.Setenv("JOURNAL_STREAM", fmt.Sprintf("%d:%d", s.Dev, s.Ino)) // systemd.exec(5)
		}
		g := greeting{
			out: out, data: &data{dir: "/data", key: boxKey, guard: row.guard},
			listeners: l, network: netinfo.New(slog.New(slog.DiscardHandler)),
		}
		g.print()
		text, err := os.ReadFile(name)
		if got := string(text); err != nil || !strings.Contains(got, row.want) || strings.Contains(got, row.not) ||
			strings.Contains(got, boxKey) {
			t.Errorf("%s: %v, %s", row.why, err, got)
		}
	}
}
