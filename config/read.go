// SPDX-License-Identifier: Apache-2.0

package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/shallow"
	"github.com/ledpost/ledpost/internal/table"
)

// maxBytes bounds the configuration file.
const maxBytes = 1 << 20

// Load reads the file at path. An empty path means /etc/ledpost/config.toml,
// which may be missing. Every error in the file is reported with its line.
func Load(path string) (Config, error) {
	cfg := Default()
	text, dir, err := readFile(path)
	if err == nil {
		err = cfg.parse(text, dir)
	}
	if err != nil {
		return cfg, inFile(path, err)
	}
	return cfg, nil
}

// defaultPath is where the administrator's file is.
const defaultPath = "/etc/ledpost/config.toml"

// readFile returns the text of the file at path, or no text if the default one is
// missing, and the folder to which its paths are relative.
func readFile(path string) (text []byte, dir string, err error) {
	given := path != ""
	if !given {
		path = defaultPath
	}
	text, err = bounded.ReadFile(path, maxBytes)
	if errors.Is(err, fs.ErrNotExist) && !given {
		err = nil
	}
	return text, filepath.Dir(path), err
}

// An Unusable is the error of a configuration that the device cannot run with: whoever has
// written it has to mend it, and no other version of the program would do better.
type Unusable struct{ Err error }

func (e *Unusable) Error() string { return e.Err.Error() }

// Unwrap returns the faults of it.
func (e *Unusable) Unwrap() error { return e.Err }

// inFile returns an error of the file at path.
func inFile(path string, err error) error {
	path = cmp.Or(path, defaultPath)
	if file := (*fs.PathError)(nil); errors.As(err, &file) {
		return &Unusable{fmt.Errorf("config: %w", err)}
	}
	return &Unusable{fmt.Errorf("config: %s: %w", filepath.Base(path), err)}
}

// parse reads TOML over the defaults and checks every value. Files that it
// names are relative to the folder dir unless their path is absolute. Its
// errors name their lines.
func (c *Config) parse(data []byte, dir string) error {
	faults, err := c.decode(data, dir)
	if err != nil {
		return err
	}
	return withLines(data, faults)
}

// decode is parse without the lines: each fault is a [keyerr.Error] with the path of
// its key, and err is the faults of the TOML itself.
func (c *Config) decode(data []byte, dir string) (faults []error, err error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("more than %d bytes", maxBytes)
	}
	if line := shallow.TooDeep(data); line > 0 {
		return nil, fmt.Errorf("line %d: nested too deeply", line)
	}
	var whole table.Table
	meta, err := toml.NewDecoder(bytes.NewReader(data)).Decode(&whole)
	if err != nil {
		return nil, table.Form(err)
	}
	var hardware hw.Tables
	faults = keyerr.Split(whole.Decode(&meta, &struct {
		*Config
		*hw.Tables
	}{c, &hardware}))
	c.Config = hardware.Config(&meta, dir)
	c.Config.Buzzer = c.Audio.Line
	c.MQTT.Relative(dir)
	c.Update.relative(dir)
	c.Update.resolve()
	return append(faults, c.faults()...), nil
}

// withLines returns the faults of the text in the order of their lines, joined.
func withLines(text []byte, faults []error) error {
	at := linesOf(text)
	var errs []error
	for _, err := range faults {
		key := keyerr.Key(err)
		if errors.Is(err, table.ErrUnknown) {
			err = fmt.Errorf("unknown key %s%s", key, table.Meant(err))
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

// Unwrap returns the error without its line.
func (e *lineError) Unwrap() error { return e.err }

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }

// Parse reads a configuration that is in no file, as [Load] does. Files that it
// names are relative to the folder dir.
func Parse(text []byte, dir string) (Config, error) {
	cfg := Default()
	if err := cfg.parse(text, dir); err != nil {
		return cfg, fmt.Errorf("config: %w", err)
	}
	return cfg, nil
}

// Merge returns the text of configurations, each over the configurations before it:
// the last value of a key holds. Only their syntax is checked.
func Merge(texts ...string) ([]byte, error) {
	all := tree{}
	for _, text := range texts {
		t, err := readTree([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("config: %w", err)
		}
		all = over(all, t)
	}
	out, err := toml.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return out, nil
}
