package api

import (
	"context"
	"strings"
	"testing"
	"time"
)

// GET /live/light has the curve, what the sensor reads, and the readings of the day.
func TestLight(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		if got := r.do("GET", "/live/light", "").Body.String(); !strings.Contains(got, `"lux":null`) || !strings.Contains(got, `"points":[]`) {
			t.Errorf("before any reading: %s", got)
		}
		for _, lux := range []float64{0, 100, 100, 250.5} {
			if err := r.cfg.Device.SetLux(context.Background(), lux); err != nil {
				t.Fatal(err)
			}
			time.Sleep(3 * time.Minute)
		}
		golden(t, "light.json", r.do("GET", "/live/light", "").Body.Bytes())
	})
}

// GET /live/doctor has what the doctor says; without a doctor there is none.
func TestDoctor(t *testing.T) {
	var found []Finding
	story(t, func(s *setup) { s.api.Doctor = func(context.Context) []Finding { return found } }, func(t *testing.T, r *rig) {
		if got := r.do("GET", "/live/doctor", ""); got.Body.String() != "[]\n" {
			t.Errorf("%d %s", got.Code, got.Body)
		}
		found = []Finding{
			{Area: "sound", Name: "alsa", Level: "ok", Text: "Headphones"},
			{Area: "panel", Name: "SPI0.0", Level: "fault", Text: "there is no /dev/spidev0.0", Fix: "add dtparam=spi=on to /boot/firmware/config.txt", Code: "E1 SPI"},
		}
		golden(t, "doctor.json", r.do("GET", "/live/doctor", "").Body.Bytes())
	})
	story(t, func(s *setup) { s.api.Doctor = nil }, func(t *testing.T, r *rig) {
		if got := r.do("GET", "/live/doctor", ""); got.Code != 404 {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	})
}
