// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/max7219"
)

func TestCondition(t *testing.T) {
	fault := errors.New("why")
	rows := []struct {
		name   string
		err    error
		broken api.Status
		want   api.Component
	}{
		{"works", nil, api.Failed, api.Component{Name: "x", Status: api.OK}},
		{"asked for", fault, degradedIf(true), api.Component{Name: "x", Status: api.Degraded, Detail: "why"}},
		{"taken where it is there", fault, degradedIf(false), api.Component{Name: "x", Status: api.Absent, Detail: "why"}},
	}
	for _, row := range rows {
		if got := condition("x", row.err, row.broken); got != row.want {
			t.Errorf("%s: %+v, want %+v", row.name, got, row.want)
		}
	}
}

// TestAdvice: what the doctor knows nothing of keeps its own words.
func TestAdvice(t *testing.T) {
	cfg := config.Default()
	own := errors.New("the wire is loose")
	if err := advise(cfg.Config, "panel", own); err != own {
		t.Errorf("advised %v, want %v", err, own)
	}
	if err := advise(cfg.Config, "panel", nil); err != nil {
		t.Errorf("advised %v about nothing", err)
	}
	cfg.Panel = hw.NewPanelConfig("max7219", &max7219.Config{Port: "SPI7.9"}) // nobody has that
	err := advise(cfg.Config, "panel", own)
	if !errors.Is(err, own) || !strings.HasPrefix(err.Error(), string(doctor.CodeSPI)+": ") {
		t.Errorf("advised %v, want the code of a port that is not there", err)
	}
	if err := advise(cfg.Config, "light", own); err != own {
		t.Errorf("the panel's fault is told of the light: %v", err)
	}
}
