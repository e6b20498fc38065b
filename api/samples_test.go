// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"fmt"
	"image/gif"
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render/effects"
)

// TestPoses: every effect, and what an app says a setting looks like, has a picture of
// the panel's size; who has it already is answered without it.
func TestPoses(t *testing.T) {
	paths := []string{"/live/apps/catalogue/com.lametric.clock/face/big.gif"}
	for kind, names := range map[string][]string{"backgrounds": effects.Backgrounds(), "overlays": effects.Overlays(), "text": note.Effects(), "transitions": note.Transitions()} {
		for _, name := range names {
			paths = append(paths, "/live/effects/"+kind+"/"+name+".gif")
		}
	}
	r := newRig(t, nil)
	defer r.stop()
	for i, path := range paths {
		from := fmt.Sprintf("10.0.%d.1:1", i) // each address has its own limit

		t.Run(path, func(t *testing.T) {
			req := request("GET", path, "")
			req.RemoteAddr = from
			w := r.ask(req)
			g, err := gif.DecodeAll(bytes.NewReader(w.Body.Bytes()))
			if err != nil || w.Code != http.StatusOK {
				t.Fatalf("%d: %v", w.Code, err)
			}
			fps := 10
			if strings.Contains(path, "/transitions/") {
				fps = 20
			}
			if g.Config.Width != 37 || g.Config.Height != 8 || len(g.Image) > 3*fps {
				t.Errorf("%d frames of %d by %d", len(g.Image), g.Config.Width, g.Config.Height)
			}
			again := request("GET", path, "")
			again.RemoteAddr = from
			again.Header.Set("If-None-Match", w.Header().Get("ETag"))
			if w := r.ask(again); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
				t.Errorf("who has it is answered %d with %d bytes", w.Code, w.Body.Len())
			}
		})
	}
}

// TestNoPose: what has no picture is not found.
func TestNoPose(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	for _, path := range []string{
		"/live/effects/backgrounds/snow.gif", "/live/effects/overlays/snow.png", "/live/effects/transitions/snow.gif",
		"/live/effects/text/.gif", "/live/apps/catalogue/com.lametric.clock/hours/12.gif",
		"/live/apps/catalogue/com.lametric.clock/face/none.gif", "/live/apps/catalogue/com.lametric.countdown/face/big.gif",
		"/live/apps/catalogue/nobody/face/big.gif",
	} {
		if w := r.do("GET", path, ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}
