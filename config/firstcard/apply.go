// SPDX-License-Identifier: Apache-2.0

package firstcard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// Files of the service's folder that hold secrets of [card].
const (
	keyFile      = "key"
	passwordFile = "setup-password"
)

// apply puts the settings of [card] where the machine and the service read them.
func (m *Machine) apply(ctx context.Context, c preseed.Card) (err error) {
	s := c.Settings()
	for _, one := range []struct {
		what  string
		given bool
		set   func() error
	}{
		{"host name", s.Hostname != "", func() error { return m.hostname(ctx, s.Hostname) }},
		{"time zone", c.Timezone != "", func() error { return m.timezone(c.Timezone) }},
		{"Wi-Fi", s.Network.SSID != "" || s.Network.Country != "", func() error { return m.wifi(ctx, c) }},
		{"key", c.Key != "", func() error { return m.give(keyFile, c.Key) }},
		{"setup_password", c.SetupPassword != "", func() error { return m.give(passwordFile, c.SetupPassword) }},
	} {
		if !one.given {
			continue
		}
		if fault := one.set(); fault != nil {
			err = errors.Join(err, fmt.Errorf("firstcard: %s: %w", one.what, fault))
		}
	}
	return err
}

// ownName is the line of /etc/hosts with the machine's own name, as Debian writes it
// (Debian Reference, 5.1.1).
var ownName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^127\.0\.1\.1[ \t].*$`) })

// hostname sets the name for this boot and all others.
func (m *Machine) hostname(ctx context.Context, name string) error {
	if err := put(m.path("etc/hostname"), []byte(name+"\n"), 0o644); err != nil {
		return err
	}
	file, line := m.path("etc/hosts"), []byte("127.0.1.1\t"+name)
	text, err := bounded.ReadFile(file, 1<<20)
	if err != nil {
		text = []byte("127.0.0.1\tlocalhost\n")
	}
	if ownName().Match(text) {
		text = ownName().ReplaceAllLiteral(text, line)
	} else {
		text = append(append(bytes.TrimRight(text, "\n"), '\n'), append(line, '\n')...)
	}
	if err := put(file, text, 0o644); err != nil {
		return err
	}
	return m.byInit(ctx, "hostname", name)
}

// byInit has PID 1 run a command, and waits for its end: the name of the machine and its radio
// are not within the rights of ledpost-card.service.
func (m *Machine) byInit(ctx context.Context, command ...string) error {
	_, err := m.Commands.Run(ctx, "systemd-run", append([]string{"--wait", "--collect", "--quiet"}, command...)...)
	return err
}

// timezone sets the zone of the system, whose files have to know it.
func (m *Machine) timezone(zone string) error {
	if _, err := os.Stat(m.path("usr/share/zoneinfo", zone)); err != nil {
		return err
	}
	link := m.path("etc/localtime")
	_ = os.Remove(link + durable.Half)
	if err := os.Symlink(filepath.Join("/usr/share/zoneinfo", zone), link+durable.Half); err != nil {
		return err
	}
	if err := os.Rename(link+durable.Half, link); err != nil {
		return err
	}
	return put(m.path("etc/timezone"), []byte(zone+"\n"), 0o644)
}

// give puts a secret into the service's folder, for the service alone. Names there are
// the service's: no link leads out of it.
func (m *Machine) give(name, secret string) error {
	uid, gid, err := m.Owner()
	if err != nil {
		return err
	}
	root, err := m.data()
	if err != nil {
		return err
	}
	defer root.Close()
	_ = root.Remove(name + durable.Half)
	f, err := root.OpenFile(name+durable.Half, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(secret + "\n")
	if err = errors.Join(err, f.Chown(uid, gid), f.Sync(), f.Close()); err == nil {
		err = root.Rename(name+durable.Half, name)
	}
	return err
}

// data opens the service's folder, which may be not there yet.
func (m *Machine) data() (*os.Root, error) {
	dir := m.path(m.Data)
	if err := os.Mkdir(dir, 0o700); err == nil {
		uid, gid, err := m.Owner()
		if err == nil {
			err = os.Lchown(dir, uid, gid)
		}
		if err != nil {
			return nil, err
		}
	}
	return os.OpenRoot(dir)
}

// put writes a file of root's with that mode, whole or not at all.
func put(file string, text []byte, mode os.FileMode) error {
	folder, name := filepath.Split(file)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	dir := durable.Dir(folder)
	written, err := durable.Fill(dir, name, text)
	if err != nil {
		return err
	}
	written = filepath.Join(folder, written)
	if err = os.Chmod(written, mode); err == nil {
		err = os.Rename(written, file)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(written))
	}
	return dir.Sync(".")
}

// empty reports whether a configuration sets nothing: it has comments, and tables without
// keys, as the package's own has.
func empty(text []byte) bool {
	var all map[string]any
	if toml.Unmarshal(text, &all) != nil {
		return false
	}
	for _, v := range all {
		if t, ok := v.(map[string]any); !ok || len(t) > 0 {
			return false
		}
	}
	return true
}
