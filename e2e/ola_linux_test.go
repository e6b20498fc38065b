// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"

	"github.com/ledpost/ledpost/internal/netns"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestOLA streams from a lighting console that we did not write: OLA on another
// host sends Art-Net, for which it must find us by ArtPoll, and sACN by multicast.
func TestOLA(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a quarter of a minute")
	}
	olad, client := testtool.Find(t, "olad"), testtool.Find(t, "ola_streaming_client")
	if !netns.Own(t) {
		return
	}
	host := netns.Neighbour(t)
	r := rig.Launch(t, nil, rig.Configured(t, "[stream]\nartnet = true\nsacn = true\nhold = \"1s\"\n")...)
	startOLA(t, host.Command, olad)
	patch := func(name string, universe, port int) {
		eventually.True(t, "OLA has a port for "+name, func() bool {
			out, _ := host.Command("ola_dev_info").CombinedOutput()
			m := regexp.MustCompile(`Device (\d+): ` + name).FindStringSubmatch(string(out))
			if m == nil {
				return false
			}
			return host.Command("ola_patch", "-d", m[1], "-p", strconv.Itoa(port), "-u", strconv.Itoa(universe)).Run() == nil
		})
	}
	sends := func(universe int, c color.RGBA) {
		dmx := strings.Repeat(fmt.Sprintf("%d,%d,%d,", c.R, c.G, c.B), 170)
		if out, err := host.Command(client, "-u", strconv.Itoa(universe), "-d",
			strings.TrimSuffix(dmx, ",")).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	red, green, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}
	patch("ArtNet", 0, 0)
	patch("ArtNet", 1, 1)
	eventually.True(t, "two universes of Art-Net fill the panel", func() bool {
		sends(0, red)
		sends(1, green)
		m := r.Frame()
		return is(m, image.Pt(0, 0), red) && is(m, image.Pt(36, 3), red) && is(m, image.Pt(0, 5), green) &&
			is(m, image.Pt(36, 7), green)
	})
	if sender := sender(t, r); sender != "artnet "+netns.NeighbourAddress {
		t.Errorf("%q streams", sender)
	}
	eventually.True(t, "Art-Net is silent", func() bool { return sender(t, r) == "" })
	patch("E1.31", 2, 0)
	eventually.True(t, "the second universe of sACN has the rest", func() bool {
		sends(2, blue)
		return is(r.Frame(), image.Pt(36, 7), blue)
	})
	if sender := sender(t, r); sender != "sacn "+netns.NeighbourAddress {
		t.Errorf("%q streams", sender)
	}
}

// startOLA starts OLA's daemon, which refuses to be root, as its own user.
func startOLA(t *testing.T, in func(...string) *exec.Cmd, olad string) {
	t.Helper()
	owner, err := user.Lookup("olad")
	if err != nil {
		testtool.Missing(t, "the user olad")
	}
	dir, err := os.MkdirTemp("", "ola") // a test's own lets nobody else in
	must.Do(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	for file, text := range map[string]string{
		"ola-artnet.conf": "enabled = true\nip = " + netns.NeighbourAddress + "\noutput_ports = 4\nalways_broadcast = false\n",
		"ola-e131.conf":   "enabled = true\nip = " + netns.NeighbourAddress + "\noutput_ports = 4\nrevision = 0.46\n",
	} {
		must.Do(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644))
	}
	uid, _ := strconv.Atoi(owner.Uid)
	for _, name := range []string{dir, dir + "/ola-artnet.conf", dir + "/ola-e131.conf"} {
		if err := os.Chown(name, uid, -1); err != nil {
			testtool.Missing(t, "root, to run OLA as its own user")
		}
	}
	var log rig.Transcript
	cmd := in("setpriv", "--reuid", owner.Uid, "--regid", owner.Gid, "--clear-groups", olad, "-c", dir, "--no-http",
		"--no-register-with-dns-sd", "-l", "3")
	cmd.Env = append(os.Environ(), "HOME="+dir)
	cmd.Stdout, cmd.Stderr = &log, &log
	must.Do(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		if t.Failed() {
			t.Logf("OLA said %s", log.String())
		}
	})
}

// is reports whether a pixel is mostly of one colour: brightness and gamma change
// the rest.
func is(m image.Image, p image.Point, want color.RGBA) bool {
	r, g, b, _ := m.At(p.X, p.Y).RGBA()
	return (r > 0x4000) == (want.R > 0) && (g > 0x4000) == (want.G > 0) && (b > 0x4000) == (want.B > 0)
}

// sender is who streams now, "" = nobody.
func sender(t *testing.T, r *rig.Device) string {
	t.Helper()
	var s struct {
		Stream *struct{ Protocol, Sender string }
	}
	if r.Call("GET", "/live/status", "", &s); s.Stream == nil {
		return ""
	}
	return s.Stream.Protocol + " " + s.Stream.Sender
}
