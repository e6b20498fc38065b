// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware/hardware"
	"github.com/ledpost/ledpost/firmware/ways"
	"github.com/ledpost/ledpost/hw/doctor"
)

// Diagnose examines the machine m for the hardware and the sound that cfg
// selects, tests whether the configured broker accepts us and whether other programs
// have our ports, and what the configured channel of releases has. It takes at most 15 s.
func Diagnose(ctx context.Context, cfg config.Config, m doctor.Machine) []doctor.Line {
	lines := hardware.Diagnose(ctx, cfg, m)
	lines = append(lines, limited(ctx, ways.DiagnoseMQTT, cfg.MQTT)...)
	lines = append(lines, ways.DiagnosePorts(cfg, m.Root)...)
	return append(lines, limited(ctx, diagnoseUpdates, cfg)...)
}

// limited runs an examination under its time limit.
func limited[T any](ctx context.Context, examine func(context.Context, T) []doctor.Line, cfg T) []doctor.Line {
	ctx, cancel := context.WithTimeout(ctx, hardware.Examination)
	defer cancel()
	return examine(ctx, cfg)
}
