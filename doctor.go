package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/sounds"
)

// doctorCmd says what this machine has and lacks.
type doctorCmd struct {
	configFlag
	json  bool
	panel string
}

func (c *doctorCmd) flags(set *pflag.FlagSet) {
	set.BoolVar(&c.json, "json", false, "write JSON")
	set.StringVar(&c.panel, "panel", "", "driver `NAME` of the panel (default: the configuration's)")
	c.configFlag.flags(set)
}

// errUnwell makes the exit code that of a fault; what is wrong has been said.
var errUnwell = errors.New("there are faults")

func (c *doctorCmd) run(ctx context.Context, std streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	cfg, err := loadConfig(c.config)
	if err != nil {
		return err
	}
	cfg.choosePanel(c.panel)
	lines := diagnose(ctx, cfg, doctor.Here())
	write := doctor.WriteText
	if c.json {
		write = doctor.WriteJSON
	}
	if err := write(std.out, lines); err != nil {
		return err
	}
	if doctor.Worst(lines) == doctor.Fault {
		return errUnwell
	}
	return nil
}

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
	chosen := cfg.Audio.Output != "" && cfg.Audio.Output != "auto"
	return doctor.Sound{Output: name, Card: card, Err: err, Chosen: chosen}
}

// showFault puts the code of the first fault on the panel when the hardware
// that was asked for is not there: the page that explains it must be found.
func (b *builder) showFault(ctx context.Context) error {
	if b.panel == nil && b.cfg.Light.Source == "" && len(b.cfg.Input.Devices)+len(b.cfg.Input.Lines) == 0 {
		<-ctx.Done()
		return nil // a simulator
	}
	lines := diagnose(ctx, b.cfg, doctor.Here())
	for _, l := range lines {
		if l.Level == doctor.Fault {
			b.log.Error("doctor: "+l.Text, "part", l.Part, "name", l.Name, "fix", l.Fix, "code", l.Code)
		}
	}
	if code := doctor.FirstCode(lines); code != "" {
		b.ailing.Store(&code)
		note := device.Notification{
			Origin: device.Internal, IconType: device.AlertIcon, Lifetime: device.DefaultLifetime, Cycles: 3,
			Frames: []device.Frame{{Text: []device.Fragment{{Text: string(code)}}}},
		}
		if _, err := b.device.Notify(ctx, note, ""); err != nil {
			b.log.Debug("the code of the fault is not shown", "err", err)
		}
	}
	<-ctx.Done()
	return nil
}
