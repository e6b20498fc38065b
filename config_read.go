package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/internal/fault"
)

// maxConfig bounds the configuration file.
const maxConfig = 1 << 20

// loadConfig reads the file at path; with an empty path the usual place, where
// it may be missing.
func loadConfig(path string) (cfg config, err error) {
	cfg = defaultConfig()
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
	data, err := io.ReadAll(io.LimitReader(file, maxConfig+1))
	if err == nil {
		err = cfg.parse(data)
	}
	if err != nil {
		return cfg, fmt.Errorf("config: %s: %w", filepath.Base(path), err)
	}
	return cfg, nil
}

// parse reads TOML over the defaults and checks every value.
func (c *config) parse(data []byte) error {
	if len(data) > maxConfig {
		return fmt.Errorf("more than %d bytes", maxConfig)
	}
	meta, err := toml.NewDecoder(bytes.NewReader(data)).Decode(c)
	if err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			return fmt.Errorf("line %d: %s", parse.Position.Line, parse.Message)
		}
		return err
	}
	var errs []error
	at := linesOf(data)
	for _, key := range meta.Undecoded() {
		errs = append(errs, fmt.Errorf("line %d: unknown key %s", at.line(key.String()), key))
	}
	for _, err := range c.faults() {
		key := fault.Key(err)
		errs = append(errs, fmt.Errorf("line %d: %s: %w", at.line(key), key, err))
	}
	return errors.Join(errs...)
}
