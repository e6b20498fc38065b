// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/durable"
)

// Where a machine keeps its configuration: what the page has set up, and over it the
// administrator's file.
var foreignConfigs = []string{"var/lib/ledpost/config/config.toml", "etc/ledpost/config.toml"}

// foreign returns what the doctor finds on the machine whose files --root names. What
// only a running machine can tell, such as its sensors and its broker, is left out.
func (c *doctorCmd) foreign(ctx context.Context) ([]doctor.Line, error) {
	root, err := doctor.OpenRoot(c.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	m, err := root.Machine()
	if err != nil {
		return nil, err
	}
	text, err := c.foreignConfig(root)
	if err == nil {
		text, err = config.Hardware(text)
	}
	if err != nil {
		return []doctor.Line{unreadable(err)}, nil
	}
	cfg, err := config.Parse(text, c.root)
	if err != nil {
		return []doctor.Line{unreadable(err)}, nil
	}
	cfg.ChoosePanel(c.panel)
	return doctor.Check(ctx, cfg.Config, m), nil
}

// foreignConfig returns the configuration that counts there, or the file of --config.
func (c *doctorCmd) foreignConfig(root fs.FS) ([]byte, error) {
	if c.Config != "" {
		return os.ReadFile(c.Config)
	}
	var texts []string
	for _, name := range foreignConfigs {
		text, err := fs.ReadFile(root, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return config.Merge(texts...)
}

// writePack writes the archive of --pack. Without a configuration that can be read there
// is none, since nobody knows then what in it is secret.
func (c *doctorCmd) writePack() error {
	text, err := c.hardware()
	if err != nil {
		return fmt.Errorf("doctor: the configuration cannot be read, so it cannot be packed without its secrets: %w", err)
	}
	var archive bytes.Buffer
	if err := doctor.Pack(&archive, doctor.Here(), text); err != nil {
		return err
	}
	return durable.WriteFile(c.pack, archive.Bytes())
}

// hardware returns the tables of the device's configuration that are about hardware.
func (c *doctorCmd) hardware() ([]byte, error) {
	path := c.Config
	if path == "" {
		path = "/etc/ledpost/config.toml"
	}
	text, err := os.ReadFile(path)
	if err != nil && (c.Config != "" || !errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	own, _ := c.Own()
	whole, err := config.Merge(string(own), string(text))
	if err != nil {
		return nil, err
	}
	return config.Hardware(whole)
}
