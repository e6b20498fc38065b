// SPDX-License-Identifier: Apache-2.0

package firstcard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/forget"
)

// resetFile is the file on the boot partition that asks for a factory reset. Its content does
// not matter.
const resetFile = "ledpost-reset.txt"

// asked reports whether somebody asks for a factory reset: the service, or a file on the card.
// That file goes first, so that a card that cannot be written does not reset the device at
// each start.
func (m *Machine) asked() (bool, error) {
	for _, dir := range m.Boot {
		file := m.path(dir, resetFile)
		if _, err := os.Lstat(file); err != nil {
			continue
		}
		if err := m.request(); err != nil {
			return false, fmt.Errorf("firstcard: factory reset: nothing is reset: %w", err)
		}
		if err := errors.Join(remove(file), durable.Dir(m.path(dir)).Sync(".")); err != nil {
			return false, fmt.Errorf("firstcard: factory reset: nothing is reset: %w", errors.Join(err, m.fulfilled()))
		}
	}
	_, err := os.Lstat(m.path(m.Data, forget.Request))
	return err == nil, nil
}

// request asks for a factory reset, as the service does.
func (m *Machine) request() error {
	root, err := m.data()
	if err != nil {
		return err
	}
	defer root.Close()
	f, err := root.OpenFile(forget.Request, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), durable.Dir(m.path(m.Data)).Sync("."))
}

// fulfilled removes the request, after what was left for it.
func (m *Machine) fulfilled() error {
	if err := remove(m.path(m.Data, forget.Hostname)); err != nil {
		return err
	}
	return errors.Join(remove(m.path(m.Data, forget.Request)), durable.Dir(m.path(m.Data)).Sync("."))
}

// reset makes the machine forget its owner: all that belongs to ledpost, and what was set in
// the system for it. Each part goes though another does not; then the request stays, and the
// next start of the service goes on.
func (m *Machine) reset(ctx context.Context) error {
	pending := m.path(forget.Pending)
	_ = put(pending, []byte("it has not ended\n"), 0o644) // what ends this program cannot tell
	err := errors.Join(
		m.Updates(ctx), // before the data, which a way back would put there again
		m.forgetBoot(),
		m.tree(filepath.Dir(m.Config), map[string]forget.Rule{filepath.Base(m.Config): forget.Emptied}),
		m.tree(m.Data, forget.With(forget.Data, forget.Request, forget.Hostname)),
		m.forgetSystem(ctx), // a full disk has room now
		m.tree(m.Kept, nil), // by which the system is known
	)
	if err == nil {
		err = m.fulfilled()
	}
	if err != nil {
		_ = put(pending, []byte(strings.ReplaceAll(err.Error(), "\n", "; ")+"\n"), 0o644)
		return fmt.Errorf("firstcard: factory reset: the next start continues: %w", err)
	}
	return remove(pending)
}

func (m *Machine) tree(dir string, keep map[string]forget.Rule) error {
	return forget.Tree{Dir: m.path(dir), Keep: keep, Cut: m.cut}.Forget()
}

// desktops are the folders, as patterns of small letters, in which desktops keep what somebody has deleted from a card,
// or what they have read there.
var desktops = []string{
	".trash", ".trash-*", // Linux, by user
	".trashes", ".spotlight-v100", ".fseventsd", ".temporaryitems", ".documentrevisions-v100", // macOS
	"$recycle.bin", "recycler", "recycled", "system volume information", // Windows
}

// desktop reports whether a folder of the boot partition is one of desktops.
func desktop(name string) bool {
	return slices.ContainsFunc(desktops, func(pattern string) bool {
		is, _ := path.Match(pattern, strings.ToLower(name))
		return is
	})
}

// forgetBoot removes from the boot partition, which is the system's, the files that people
// have written for ledpost, with the copies that editors and other systems make of them.
func (m *Machine) forgetBoot() (err error) {
	for _, dir := range m.Boot {
		all, _ := os.ReadDir(m.path(dir))
		for _, e := range all {
			if e.IsDir() && desktop(e.Name()) {
				err = errors.Join(err, os.RemoveAll(m.path(dir, e.Name())))
			}
			if e.Type().IsRegular() && strings.Contains(strings.ToLower(e.Name()), "ledpost") {
				err = errors.Join(err, remove(m.path(dir, e.Name())))
			}
		}
		if len(all) > 0 {
			err = errors.Join(err, durable.Dir(m.path(dir)).Sync("."))
		}
	}
	return err
}

// What a machine is called, and where it is, when nobody has said so.
const (
	noName = "ledpost"
	noZone = "Etc/UTC"
)

// named returns the host name that somebody has given the machine through the service, to whom
// the file belongs; "" =
// none.
func (m *Machine) named() string {
	root, err := os.OpenRoot(m.path(m.Data))
	if err != nil {
		return ""
	}
	defer root.Close()
	f, _, err := bounded.Open(root, forget.Hostname, os.O_RDONLY)
	if err != nil {
		return ""
	}
	defer f.Close()
	name, _ := io.ReadAll(io.LimitReader(f, 256)) // a host name has 64 at most
	return string(bytes.TrimSpace(name))
}

// forgetSystem takes back what the card, or somebody over Bluetooth, has set in the system, as
// far as it still holds, and the Wi-Fi networks, which the service saves too.
func (m *Machine) forgetSystem(ctx context.Context) (err error) {
	c, _ := preseed.Kept(nil, durable.Dir(m.path(m.Kept)))
	is, _ := os.ReadFile(m.path("etc/hostname"))
	name := string(bytes.TrimSpace(is))
	given := strings.EqualFold(name, c.Settings().Hostname) || strings.EqualFold(name, m.named())
	if name != "" && given {
		err = m.hostname(ctx, noName)
	}
	if c.Timezone != "" {
		if is, _ := os.ReadFile(m.path("etc/timezone")); string(bytes.TrimSpace(is)) == c.Timezone {
			err = errors.Join(err, m.timezone(noZone))
		}
	}
	return errors.Join(err, m.forgetNetworks(ctx))
}

// netplans are the files in which NetworkManager saves networks where it writes netplan's.
const netplans = "etc/netplan/90-NM-*.yaml"

// What tells a Wi-Fi network from others in these files.
var (
	wifiProfile = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^type=(wifi|802-11-wireless)$`)
	})
	wifiPlan = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^ +wifis:`) })
)

// forgetNetworks removes the Wi-Fi networks that NetworkManager has saved: by itself where it
// runs, and their files, since before its start it does not answer.
func (m *Machine) forgetNetworks(ctx context.Context) (err error) {
	saved, fault := m.Commands.Run(ctx, "nmcli", "--terse", "--fields", "UUID,TYPE", "connection", "show")
	if fault != nil {
		saved = ""
	}
	for line := range strings.Lines(saved) {
		if id, wifi := strings.CutSuffix(strings.TrimSpace(line), ":802-11-wireless"); wifi {
			_, fault := m.Commands.Run(ctx, "nmcli", "connection", "delete", "uuid", id)
			err = errors.Join(err, fault)
		}
	}
	for pattern, marks := range map[string]*regexp.Regexp{profiles + "/*": wifiProfile(), netplans: wifiPlan()} {
		files, _ := filepath.Glob(m.path(pattern))
		for _, file := range files {
			text, fault := os.ReadFile(file)
			if fault == nil && marks.Match(text) {
				fault = remove(file)
			}
			if !errors.Is(fault, fs.ErrNotExist) {
				err = errors.Join(err, fault)
			}
		}
	}
	return err
}

func remove(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
