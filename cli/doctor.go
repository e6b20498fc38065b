package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware"
	"github.com/ledpost/ledpost/hw/doctor"
)

// doctorCmd reports what works on this machine and what does not.
type doctorCmd struct {
	configFlag
	dataFlag
	json  bool
	panel string
}

func (c *doctorCmd) flags(set *pflag.FlagSet) {
	set.BoolVar(&c.json, "json", false, "write JSON")
	set.StringVar(&c.panel, "panel", "", "driver `NAME` of the panel (default: the configuration's)")
	c.configFlag.flags(set)
	c.dataFlag.flags(set)
}

// errUnwell sets the exit code for errors; what is wrong has been printed
// already.
var errUnwell = errors.New("there are faults")

func (c *doctorCmd) run(ctx context.Context, std Streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	lines := c.lines(ctx)
	write := doctor.WriteText
	if c.json {
		write = doctor.WriteJSON
	}
	if err := write(std.Out, lines); err != nil {
		return err
	}
	if doctor.Worst(lines) == doctor.Fault {
		return errUnwell
	}
	return nil
}

// lines returns the doctor's findings. If the configuration cannot be read,
// that is the only one.
func (c *doctorCmd) lines(ctx context.Context) []doctor.Line {
	cfg, _, err := config.Layers{File: c.config}.Load(c.own())
	if err != nil {
		return []doctor.Line{{
			Area: "config", Name: "file", Level: doctor.Fault, Code: doctor.CodeConfig,
			Text: strings.ReplaceAll(strings.TrimPrefix(err.Error(), "config: "), "\n", "; "),
			Fix:  "correct the file, see docs/configuration.md and docs/hardware.md",
		}}
	}
	cfg.ChoosePanel(c.panel)
	return firmware.Diagnose(ctx, cfg, doctor.Here())
}

// own returns what the page has set up: that of the data directory, or else of the
// packaged service, as far as it may be read.
func (c *doctorCmd) own() []byte {
	dirs := []string{serviceDir}
	if dir, err := c.where(); err == nil {
		dirs = []string{dir}
		if !c.named() {
			dirs = append(dirs, serviceDir)
		}
	}
	for _, dir := range dirs {
		if own, err := config.NewKept(dir).Good(); err == nil && own != nil {
			return own
		}
	}
	return nil
}
