// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// checker checks disks after a power cut.
type checker struct {
	disk, out string
	n         int
	played    int // writes of the record that are on disk
	first     [32]byte
	key       []byte
	counts    map[string]int
}

// Paths on the disk.
const (
	program = "/usr/bin/ledpost"
	home    = "/var/lib/ledpost-update"
	data    = "/var/lib/ledpost"
)

func newChecker(disk, out string, n int) (*checker, error) {
	c := &checker{disk: disk, out: out, n: n, counts: map[string]int{}}
	text, err := c.read(disk, program)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	c.first = sha256.Sum256(text)
	return c, nil
}

// errAbsent is returned for a file that is not there.
var errAbsent = errors.New("is not there")

// read returns a file of the disk.
func (c *checker) read(disk, path string) ([]byte, error) {
	to := filepath.Join(c.out, "dumped")
	os.Remove(to)
	said, err := exec.Command("debugfs", "-R", fmt.Sprintf("dump %s %s", path, to), disk).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("debugfs: %w: %s", err, said)
	}
	text, err := os.ReadFile(to)
	if err != nil || bytes.Contains(said, []byte("File not found")) {
		return nil, fmt.Errorf("%s %w", path, errAbsent)
	}
	return text, nil
}

// check repairs the file system as a start does, and checks its files.
func (c *checker) check(image string) error {
	said, err := exec.Command("e2fsck", "-fy", image).CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() > 1 || err != nil && exit == nil {
		return fmt.Errorf("e2fsck: %w: %s", err, said)
	}
	is, err := c.read(image, program)
	if err != nil {
		return err
	}
	version, err := c.version(is)
	if err != nil {
		return err
	}
	mark, err := c.object(image, home+"/mark.json")
	switch {
	case errors.Is(err, errAbsent):
		c.counts[version+", no mark"]++
		if err := c.installed(image); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		c.counts[fmt.Sprintf("%s, marked as %s", version, mark["stage"])]++
		if err := c.kept(image); err != nil {
			return err
		}
	}
	if _, err := c.object(image, home+"/state.json"); err != nil && !errors.Is(err, errAbsent) {
		return err
	}
	return c.saved(image)
}

// version says which version a program is: it is one of two, whole.
func (c *checker) version(is []byte) (string, error) {
	if sha256.Sum256(is) == c.first {
		return "the old version", nil
	}
	path := filepath.Join(c.out, "program")
	if err := os.WriteFile(path, is, 0o755); err != nil {
		return "", err
	}
	said, err := exec.Command(path, "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(said), "ledpost ") {
		return "", fmt.Errorf("%s of %d bytes is damaged: %w: %s", program, len(is), err, said)
	}
	return "the new version", nil
}

// object returns a JSON object on the disk.
func (c *checker) object(image, path string) (o map[string]json.RawMessage, err error) {
	text, err := c.read(image, path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, fmt.Errorf("%s of %d bytes: %w", path, len(text), err)
	}
	return o, nil
}

// kept checks that there is a way back.
func (c *checker) kept(image string) error {
	copied, err := c.read(image, home+"/previous/ledpost")
	if err != nil {
		return err
	}
	if sha256.Sum256(copied) != c.first {
		return fmt.Errorf("the copy of the old version has %d other bytes", len(copied))
	}
	_, err = c.object(image, home+"/previous/kept.json")
	return err
}

// installed checks that dpkg has nothing left to do, since nothing will.
func (c *checker) installed(image string) error {
	status, err := c.read(image, "/var/lib/dpkg/status")
	if err != nil {
		return err
	}
	_, ours, _ := strings.Cut(string(status), "\nPackage: ledpost\n")
	if line, _, _ := strings.Cut(ours, "\n"); line != "Status: install ok installed" {
		return fmt.Errorf("dpkg: %s", line)
	}
	return nil
}

// saved checks what the service has saved: each file, or the one before.
func (c *checker) saved(image string) error {
	key, err := c.read(image, data+"/key")
	if err != nil || len(key) == 0 || c.key != nil && !bytes.Equal(key, c.key) {
		return fmt.Errorf("the key: %q, %w", key, err)
	}
	c.key = key
	for name, want := range map[string]string{"identity.json": `"serial`, "settings.json": `"brightness":31`} {
		text, err := c.read(image, data+"/"+name)
		if err != nil || !json.Valid(text) {
			text, err = c.read(image, data+"/"+name+".old")
		}
		if err != nil {
			return err
		}
		var plain bytes.Buffer
		if err := json.Compact(&plain, text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !strings.Contains(strings.ToLower(plain.String()), want) {
			return fmt.Errorf("%s has no %s: %s", name, want, plain.String())
		}
	}
	_, err = c.read(image, "/etc/ledpost/config.toml")
	return err
}

func (c *checker) report() {
	for what, n := range c.counts {
		fmt.Printf("replay: %d cuts: %s\n", n, what)
	}
}
