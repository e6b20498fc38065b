// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/ledpost/ledpost/sounds/wav"
)

// station plays silence for as long as it is listened to, under a title.
func station(title string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		second := append(wav.Header(wav.Format{Rate: 48000, Channels: 2, Bits: 16}, 0), make([]byte, 192000)...)
		w.Header().Set("Icy-MetaInt", fmt.Sprint(len(second)))
		meta := "StreamTitle='" + title + "';"
		blocks := (len(meta) + 15) / 16
		meta += strings.Repeat("\x00", 16*blocks-len(meta))
		for _, err := w.Write(second); err == nil; _, err = w.Write(make([]byte, len(second))) {
			w.Write(append([]byte{byte(blocks)}, meta...))
		}
	}
}

// TestTitleOfAStream: what a stream calls its piece is logged and told to
// Prometheus, until it is not heard any more.
func TestTitleOfAStream(t *testing.T) {
	server := httptest.NewServer(station(`Zwölf – "Two"`))
	defer server.Close()
	out := filepath.Join(t.TempDir(), "record.wav")
	r := rig.Launch(t, nil, rig.Configured(t, "[audio]\noutput = \"wav:"+out+"\"\nallow = [\"127.0.0.1\"]\n")...)
	const told = `ledpost_sound_title{title="Zwölf – \"Two\""} 1`
	var posted struct{ Success struct{ ID string } }
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"x"}],"sound":{"url":"`+server.URL+`/","repeat":0}}}`, &posted)
	eventually.True(t, told, func() bool { return strings.Contains(r.Metrics(), told) })
	r.Call("DELETE", "/api/v2/device/notifications/"+posted.Success.ID, "", nil)
	eventually.True(t, "no title", func() bool { return !strings.Contains(r.Metrics(), "ledpost_sound_title{") })
	r.Stop()
	if log := r.Log.String(); strings.Count(log, "a stream has a new title") != 1 || !strings.Contains(log, "Zwölf") {
		t.Errorf("the log does not tell the title once:\n%s", log)
	}
}
