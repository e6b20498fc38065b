// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"bytes"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// sending is a panel over the network.
type sending struct{ away []hw.Away }

func (sending) SendsTo(netip.Addr) bool { return false }
func (s sending) Away() []hw.Away       { return s.away }

// TestHostsAreNamed: a host that is away degrades the panel, and never fails it; the log names
// it once, and once that it is back.
func TestHostsAreNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		p := &panel{output: &render.Output{}, log: slog.New(slog.NewTextHandler(&log, nil))}
		stop := must.Run(t, p.watch)
		gone := hw.Away{Host: "shelf.local", Err: errors.New("no route to host")}
		for _, step := range []struct {
			why  string
			away []hw.Away
			want api.Component
		}{
			{"all are there", nil, api.Component{Name: "panel", Status: api.OK}},
			{"one is away", []hw.Away{gone}, api.Component{Name: "panel", Status: api.Degraded, Detail: "shelf.local: no route to host"}},
			{"for another reason", []hw.Away{{Host: gone.Host, Err: errors.New("timed out")}},
				api.Component{Name: "panel", Status: api.Degraded, Detail: "shelf.local: timed out"}},
			{"it is back", nil, api.Component{Name: "panel", Status: api.OK}},
		} {
			var s hw.Sending = sending{step.away}
			p.remote.Store(&s)
			time.Sleep(time.Minute)
			if got := p.health(); len(got) != 1 || got[0] != step.want {
				t.Errorf("%s: %+v, want %+v", step.why, got, step.want)
			}
		}
		stop()
		if n := strings.Count(log.String(), "host=shelf.local"); n != 2 || strings.Count(log.String(), "level=WARN") != 1 {
			t.Errorf("logged:\n%s", log.String())
		}
	})
}
