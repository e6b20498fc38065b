package main

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/sounds"
)

// examination bounds the reading of the light sensor.
const examination = 5 * time.Second

// diagnose puts together what the hardware and the sound say.
func diagnose(ctx context.Context, cfg config, m doctor.Machine) []doctor.Line {
	ctx, cancel := context.WithTimeout(ctx, examination)
	defer cancel()
	m.Sound = func() doctor.Sound { return soundOf(cfg) }
	return doctor.Check(ctx, cfg.Config, m)
}

// soundOf is what the sound says of itself.
func soundOf(cfg config) doctor.Sound {
	_, kind, _ := cfg.Panel.Check()
	cfg.Audio.Simulator = kind == ""
	name, card, err := sounds.Probe(cfg.Audio.Config)
	return doctor.Sound{Output: name, Card: card, Err: err, Chosen: cfg.Audio.chosen()}
}
