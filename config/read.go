package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/table"
)

// maxBytes bounds the configuration file.
const maxBytes = 1 << 20

// Load reads the file at path. An empty path means /etc/ledpost/config.toml,
// which may be missing. Every error in the file is reported with its line.
func Load(path string) (cfg Config, err error) {
	cfg = Default()
	given := path != ""
	if !given {
		path = "/etc/ledpost/config.toml"
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return cfg, nil
	}
	if err != nil {
		return cfg, fmt.Errorf("config: %w", err)
	}
	defer file.Close()
	data, err := bounded.Read(file, maxBytes)
	if err == nil {
		err = cfg.parse(data, filepath.Dir(path))
	}
	if err != nil {
		return cfg, fmt.Errorf("config: %s: %w", filepath.Base(path), err)
	}
	return cfg, nil
}

// parse reads TOML over the defaults and checks every value. Files that it
// names are relative to the folder dir unless their path is absolute.
func (c *Config) parse(data []byte, dir string) error {
	if len(data) > maxBytes {
		return fmt.Errorf("more than %d bytes", maxBytes)
	}
	var whole table.Table
	meta, err := toml.NewDecoder(bytes.NewReader(data)).Decode(&whole)
	if err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			return fmt.Errorf("line %d: %s", parse.Position.Line, parse.Message)
		}
		return err
	}
	var hardware hw.Tables
	faults := keyerr.Split(whole.Decode(&meta, &struct {
		*Config
		*hw.Tables
	}{c, &hardware}))
	c.Config = hardware.Config(&meta, dir)
	c.MQTT.Relative(dir)
	c.Update.relative(dir)
	at := linesOf(data)
	var errs []error
	for _, err := range append(faults, c.faults()...) {
		key := keyerr.Key(err)
		if errors.Is(err, table.ErrUnknown) {
			err = fmt.Errorf("unknown key %s", key)
		} else {
			err = fmt.Errorf("%s: %w", key, err)
		}
		errs = append(errs, &lineError{at.line(key), err})
	}
	slices.SortStableFunc(errs, func(a, b error) int { return a.(*lineError).line - b.(*lineError).line })
	return errors.Join(errs...)
}

// lineError is an error in a line of the file.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }
