// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"errors"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/max7219"
)

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
