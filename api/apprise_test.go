// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestApprise sends with a client that we did not write, over HTTP and HTTPS.
func TestApprise(t *testing.T) {
	apprise := testtool.Find(t, "apprise")
	cert, err := door.LoadCert(t.TempDir(), silent)
	must.Do(t, err)
	r := newRig(t, func(s *setup) { s.api.Door.Cert = cert })
	address := running(t, r)
	host, port, err := net.SplitHostPort(address)
	must.Do(t, err)
	for i, c := range []struct {
		name, url string
		want      string // of the item, as JSON
	}{
		{"plain", "lametric://KEY@HOST:PORT/?mode=device&sound=cat", `"priority":"info","created"`},
		{"by TLS on the same port", "lametrics://KEY@HOST:PORT/?mode=device&verify=no&icon=i2867", `"frames":[{"icon":"i2867","text":"hello"}]`},
		{"an alarm", "lametric://KEY@HOST:PORT/?mode=device&sound=alarm3&cycles=2", `"cycles":2,"frames":[{"icon":"i620","text":"hello"}],"sound":{"category":"alarms","id":"alarm3","repeat":1}`},
		{"critical", "lametric://KEY@HOST:PORT/?mode=device&priority=critical&icon_type=alert", `"priority":"critical"`},
	} {
		r.do("DELETE", "/api/v2/device/notifications", "")
		url := strings.NewReplacer("KEY", testKey, "HOST", host, "PORT", port).Replace(c.url)
		if out, err := exec.Command(apprise, "-v", "-b", "hello", url).CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s", c.name, err, out)
			continue
		}
		// By its id: on a slow machine it may have been shown before Apprise has ended.
		item := r.do("GET", "/api/v2/device/notifications/"+strconv.Itoa(i+1), "").Body.String()
		if !strings.Contains(item, c.want) {
			t.Errorf("%s: got %s, want %s", c.name, item, c.want)
		}
	}
	wrong := strings.NewReplacer("KEY", strings.Repeat("0", 64), "HOST", host, "PORT", port).Replace("lametric://KEY@HOST:PORT/?mode=device")
	if exec.Command(apprise, "-b", "hello", wrong).Run() == nil {
		t.Error("a wrong key was taken")
	}
}
