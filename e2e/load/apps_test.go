// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/market"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestTwentyApps: 20 apps of the gallery, of which four take much memory, have as many turns as in an hour of half
// minutes, in a group of 200 MiB: the device, the program that draws, and each drawing.
func TestTwentyApps(t *testing.T) {
	testtool.Night(t, "it takes minutes")
	applettest.Program(t)
	const apps, turns, limit = 20, 120, 200 << 20
	g, ok := newGroup(t, limit)
	if !ok {
		testtool.Missing(t, "the right to make a control group that bounds memory")
	}
	r := rig.Launch(t, g.wrap(), append(catalogue(t, apps), "--size", "64x32")...)
	ask := market.Ask(r.Ask)
	must.Do(t, ask.Install(apps, 2))
	begun, shown := time.Now(), 0
	must.Do(t, ask.Turns(turns, func(_, apps int) error {
		shown = apps
		time.Sleep(20 * time.Millisecond)
		return nil
	}))
	most, _ := os.ReadFile(filepath.Join(g.dir, "memory.peak"))
	if len(most) == 0 {
		most, _ = os.ReadFile(filepath.Join(g.dir, "memory.max_usage_in_bytes")) // of version 1
	}
	t.Logf("%d turns of %d apps in %.0f s: at most %s bytes, the device %d MiB", turns, shown,
		time.Since(begun).Seconds(), strings.TrimSpace(string(most)), peak(t, r.Cmd.Process.Pid)>>20)
	if shown < apps-market.Fickle || g.killed() > 0 {
		t.Errorf("%d apps had a turn, and the kernel has ended %d processes", shown, g.killed())
	}
	for _, s := range must.Get(ask.Says())(t) {
		t.Errorf("an app was not drawn: %s", s)
	}
}

// catalogue serves so many apps, and returns the arguments of a device that has its apps from there.
func catalogue(t *testing.T, n int) []string {
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	base := "http://" + l.Addr().String()
	server := &http.Server{Handler: must.Get(market.New(base,
		must.Get(market.Programs("../../tools/apps/examples", n))(t)))(t)}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return rig.Configured(t, fmt.Sprintf("[gallery]\nurl = %q\n", base+"/gallery.json.gz"))
}
