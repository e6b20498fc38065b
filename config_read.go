package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"
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
		var fault toml.ParseError
		if errors.As(err, &fault) {
			return fmt.Errorf("line %d: %s", fault.Position.Line, fault.Message)
		}
		return err
	}
	var errs []error
	for _, key := range meta.Undecoded() {
		errs = append(errs, fmt.Errorf("line %d: unknown key %s", lineOf(data, key), key))
	}
	for _, f := range c.faults() {
		errs = append(errs, fmt.Errorf("line %d: %s: %w", lineOf(data, strings.Split(f.key, ".")), f.key, f.err))
	}
	return errors.Join(errs...)
}

// lineOf finds the line of a key, for messages; 1 if it is spelled in a way
// that a scan does not see.
func lineOf(data []byte, key []string) int {
	table, name := strings.Join(key[:len(key)-1], "."), key[len(key)-1]
	in := ""
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			in = strings.Trim(strings.SplitN(line, "#", 2)[0], "[] \t")
			if in == strings.Join(key, ".") {
				return i + 1
			}
			continue
		}
		before, _, ok := strings.Cut(line, "=")
		if before = strings.TrimSpace(before); ok && (in == table && before == name || in == "" && before == strings.Join(key, ".")) {
			return i + 1
		}
	}
	return 1
}
