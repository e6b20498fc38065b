// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/internal/must"
)

// claimable returns the guard of a new device, which anybody may claim.
func claimable(t *testing.T) *keys.Guard {
	t.Helper()
	dir := t.TempDir()
	key := must.Get(keys.LoadKey(dir, ""))(t)
	return keys.New(
		keys.Config{Key: key, KeyFile: keys.KeyFile(dir), KeysFile: keys.KeysFile(dir), Log: slog.New(slog.DiscardHandler)})
}

// given returns the guard of a device that was given its key, which nobody may claim.
func given() *keys.Guard {
	return keys.New(keys.Config{Key: "0123456789abcdef", Log: slog.New(slog.DiscardHandler)})
}

// TestInvitation: the console invites once there is an address, keeps saying so while the
// network is away, and stops when the device is claimed.
func TestInvitation(t *testing.T) {
	const at, invites = "192.0.2.7:8080", "the first browser at http://192.0.2.7:8080/ may claim it"
	for _, row := range []struct {
		why           string
		guard         *keys.Guard
		address, said string
		want          string
	}{
		{"no network yet", claimable(t), "", "", ""},
		{"an address", claimable(t), at, "", invites},
		{"the network is away", claimable(t), "", "as before", "as before"},
		{"not claimable", given(), at, "as before", ""},
		{"neither", given(), "", "as before", ""},
	} {
		c := claims{guard: row.guard, address: func() string { return row.address }}
		if got := c.invitation(row.said); !strings.Contains(got, row.want) || row.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestInvitationReachesTheConsole by the service manager: once, not every
// second, and then who has claimed the device.
func TestInvitationReachesTheConsole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	console, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Skip(err)
	}
	defer console.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	said := make(chan string, 10)
	guard := claimable(t)
	synctest.Test(t, func(t *testing.T) {
		c := claims{by: latest.New[netip.Addr](), guard: guard, address: func() string { return "192.0.2.7" },
			log: slog.New(slog.DiscardHandler)}
		d := devicetest.Run(t)
		go func() { _ = c.run(t.Context(), d) }()
		time.Sleep(10 * lookEvery)
		c.by.Put(netip.MustParseAddr("192.0.2.18"))
		time.Sleep(10 * lookEvery)
	})
	go func() {
		defer close(said)
		for {
			buf := make([]byte, 500)
			_ = console.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
			n, err := console.Read(buf)
			if err != nil {
				return
			}
			said <- string(buf[:n])
		}
	}()
	var all []string
	for s := range said {
		all = append(all, s)
	}
	if len(all) != 2 || !strings.HasPrefix(all[0], "STATUS=nobody has used this device") ||
		all[1] != "STATUS=192.0.2.18 has claimed this device" {
		t.Errorf("the console says %q", all)
	}
}

// TestClaimIsShown: the panel says hello, and who has claimed the device, whoever stands before it; nothing waits
// in the queue, where it would come after the owner's own messages.
func TestClaimIsShown(t *testing.T) {
	guard := claimable(t)
	synctest.Test(t, func(t *testing.T) {
		d := devicetest.Run(t)
		c := claims{by: latest.New[netip.Addr](), guard: guard, address: func() string { return "" },
			log: slog.New(slog.DiscardHandler)}
		must.Run(t, func(ctx context.Context) error { return c.run(ctx, d) })
		ctx := t.Context()
		time.Sleep(time.Minute)
		must.Equal(t, len(must.Get(d.Queue(ctx))(t)), 0, "before anybody has")
		c.by.Put(netip.MustParseAddr("192.0.2.18"))
		synctest.Wait()
		must.Equal(t, len(must.Get(d.Queue(ctx))(t)), 0)
		must.Equal(t, d.Status().Showing.Kind, device.TestShows, "the panel shows")
	})
}

// TestClaimThatIsNotShown is in the log: the device was claimed all the same.
func TestClaimThatIsNotShown(t *testing.T) {
	for _, row := range []struct {
		why   string
		ends  bool
		lines int
	}{{"the panel says it", false, 0}, {"the device is ending", true, 1}} {
		var log bytes.Buffer
		c := claims{log: slog.New(slog.NewTextHandler(&log, nil))}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if row.ends {
			cancel()
		}
		c.greet(ctx, devicetest.Run(t), netip.MustParseAddr("192.0.2.18"))
		if got := log.String(); strings.Count(got, "the panel cannot show the claim of the device") != row.lines {
			t.Errorf("%s: %q", row.why, got)
		}
	}
}
