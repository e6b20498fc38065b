package firmware

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/sounds"
)

// examination bounds the reading of the light sensor.
const examination = 5 * time.Second

// Diagnose examines the machine m for the hardware and the sound that cfg
// chooses; it takes at most 5 s.
func Diagnose(ctx context.Context, cfg config.Config, m doctor.Machine) []doctor.Line {
	ctx, cancel := context.WithTimeout(ctx, examination)
	defer cancel()
	m.Sound = func() doctor.Sound { return soundOf(cfg) }
	return doctor.Check(ctx, cfg.Config, m)
}

// soundOf is what the sound says of itself.
func soundOf(cfg config.Config) doctor.Sound {
	spec, _ := cfg.Panel.Check()
	cfg.Audio.Simulator = spec.Kind == ""
	name, card, err := sounds.Probe(cfg.Audio.Config)
	return doctor.Sound{Output: name, Card: card, Err: err, Chosen: cfg.Audio.Chosen()}
}
