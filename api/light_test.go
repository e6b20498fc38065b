// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/internal/must"
)

// GET /live/light has the curve, what the sensor reads, and the readings of the day.
func TestLight(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		if got := r.do("GET", "/live/light", "").Body.String(); !strings.Contains(got, `"lux":null`) ||
			!strings.Contains(got, `"points":[]`) {
			t.Errorf("before any reading: %s", got)
		}
		for _, lux := range []float64{0, 100, 100, 250.5} {
			must.Do(t, r.dev.SetLux(context.Background(), lux))
			time.Sleep(3 * time.Minute)
		}
		golden(t, "light.json", r.do("GET", "/live/light", "").Body.Bytes())
	})
}

// GET /live/doctor has what the doctor says; without a doctor there is none.
func TestDoctor(t *testing.T) {
	var found []live.Finding
	story(t, func(s *setup) {
		s.doctor = func(context.Context) []live.Finding { return found }
	}, func(t *testing.T, r *rig) {
		if got := r.do("GET", "/live/doctor", ""); got.Body.String() != "[]\n" {
			t.Errorf("%d %s", got.Code, got.Body)
		}
		found = []live.Finding{
			{Area: "sound", Name: "alsa", Level: "ok", Text: "Headphones"},
			{Area: "panel", Name: "SPI0.0", Level: "fault", Text: "there is no /dev/spidev0.0",
				Fix: "add dtparam=spi=on to /boot/firmware/config.txt", Code: "E1 SPI"},
		}
		golden(t, "doctor.json", r.do("GET", "/live/doctor", "").Body.Bytes())
	})
	story(t, func(s *setup) { s.doctor = nil }, func(t *testing.T, r *rig) {
		wants(t, r.do("GET", "/live/doctor", ""), 404, "")
	})
}

// TestSimulatedLight: a value that nothing has measured says so wherever it is told.
func TestSimulatedLight(t *testing.T) {
	for _, simulated := range []bool{false, true} {
		story(t, func(s *setup) { s.dev.LightSimulated = simulated }, func(t *testing.T, r *rig) {
			for _, path := range []string{"/live/light", "/live/status"} {
				if got := r.do("GET", path, "").Body.String(); strings.Contains(got, "lux_simulated") {
					t.Errorf("%s before the first reading: %s", path, got)
				}
			}
			must.Do(t, r.dev.SetLux(context.Background(), 800))
			synctest.Wait()
			for _, path := range []string{"/live/light", "/live/status"} {
				got := r.do("GET", path, "").Body.String()
				if !strings.Contains(got, `"lux":800`) || strings.Contains(got, `"lux_simulated":true`) != simulated {
					t.Errorf("%s, simulated %v: %s", path, simulated, got)
				}
			}
		})
	}
}

// TestPutLight: the light of a simulated room is set, and no other.
func TestPutLight(t *testing.T) {
	made := true
	story(t, func(s *setup) { s.simulate = func(float64) bool { return made } }, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			why, body string
			made      bool
			code      int
			says      string
		}{
			{"a bright room", `{"lux":"800.5"}`, true, 200, `"data":{"lux":800.5}`},
			{"less than none", `{"lux":-1}`, true, 400, `lux: -1, want 0 to 120000`},
			{"brighter than the sun", `{"lux":120001}`, true, 400, `lux: 120001, want 0 to 120000`},
			{"no number", `{"lux":"bright"}`, true, 400, `lux: \"bright\"`},
			{"nothing", `{}`, true, 400, `Missing required keys [lux]`},
			{"a sensor measures", `{"lux":5}`, false, 409, `The light in the room is not simulated`},
		} {
			made = row.made
			wants(t, r.do("PUT", "/live/light", row.body), row.code, row.says, row.why)
			if got := r.do("GET", "/live/light", "").Body.String(); !strings.Contains(got, `"lux":800.5`) {
				t.Errorf("%s: %s", row.why, got)
			}
		}
	})
}
