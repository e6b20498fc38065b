// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/deploy/gokrazy/boot"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/applet"
)

// Files that the user may put on the boot partition.
const (
	configName = preseed.CardName  // the configuration, with the table [card]
	keyName    = "ledpost-key.txt" // the API key, one line
)

// settings are what the boot partition says. What it does not say is "".
type settings struct {
	hostname, zone string
	config         string // path of the configuration's copy
	key            string
}

// String names the settings, without the key.
func (s settings) String() string {
	return fmt.Sprintf("host name %q, zone %q, configuration %q, key given: %v", s.hostname, s.zone, s.config, s.key != "")
}

// readSettings reads the boot partition. A file that is bad is reported and left
// out: the device has to come up.
func readSettings() (s settings) {
	if text, ok := read(preseed.Name, preseed.Limit); ok {
		p, err := preseed.Read(bytes.NewReader(text))
		if err != nil {
			announce("%v", err)
		}
		s.hostname, s.zone = p.Hostname, p.Timezone
	}
	c, err := boot.Card()
	if err != nil {
		announce("%v", err)
	}
	if own := c.Settings(); own.Hostname != "" {
		s.hostname = own.Hostname
	}
	if c.Timezone != "" {
		s.zone = c.Timezone
	}
	s.key = c.Key
	if err := boot.TakeSecrets(); err != nil { // before the copy, which is to have none
		announce("%v", err)
	}
	if text, ok := read(configName, preseed.CardLimit); ok {
		if name, err := keep(text); err != nil {
			announce("%v", err)
		} else {
			s.config = name
		}
	}
	if text, ok := read(keyName, 1<<10); ok { // a file of its own wins, as it did before there was [card]
		s.key = strings.TrimSpace(string(text))
	}
	return s
}

func read(name string, limit int64) ([]byte, bool) {
	text, err := boot.ReadFile(name, limit)
	if err != nil && !absent(err) {
		announce("%v", err)
	}
	return text, err == nil
}

// keep makes the copy of the configuration that ledpost reads, which has no [card].
func keep(text []byte) (string, error) {
	text, err := preseed.Without(text)
	if err != nil {
		return "", err
	}
	name := filepath.Join(run, configName)
	if err := os.WriteFile(name, text, 0o600); err != nil {
		return "", err
	}
	return name, os.Chown(name, user, user)
}

// apply sets what belongs to the whole system.
func (s settings) apply() error {
	if s.hostname == "" {
		return nil
	}
	if err := unix.Sethostname([]byte(s.hostname)); err != nil {
		return fmt.Errorf("host name: %w", err)
	}
	return nil
}

// environment is ledpost's.
func (s settings) environment() []string {
	env := []string{"PATH=/usr/bin", "HOME=" + data, "NOTIFY_SOCKET=" + socketName,
		"RUNTIME_DIRECTORY=" + run, refresh.SocketVariable + "=" + refresherSocket,
		applet.SocketVariable + "=" + applet.Socket,
		fmt.Sprintf("WATCHDOG_USEC=%d", silence.Microseconds())}
	if s.zone != "" {
		env = append(env, "TZ="+s.zone)
	}
	if s.key != "" {
		env = append(env, "LEDPOST_KEY="+s.key)
	}
	return env
}

// arguments are ledpost's.
func (s settings) arguments() []string {
	args := []string{"run", "--data", data}
	if s.config != "" {
		args = append(args, "--config", s.config)
	}
	return args
}

// limits gives ledpost what LimitRTPRIO=, LimitMEMLOCK= and Nice= give it
// elsewhere: children inherit them.
func limits() error {
	return errors.Join(
		unix.Setrlimit(unix.RLIMIT_RTPRIO, &unix.Rlimit{Cur: 20, Max: 20}),
		unix.Setrlimit(unix.RLIMIT_MEMLOCK, &unix.Rlimit{Cur: 8 << 20, Max: 8 << 20}),
		unix.Setpriority(unix.PRIO_PROCESS, 0, -5),
	)
}
