// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// rig is a machine in a folder: its files, a channel, an apt that unpacks, and a
// daemon that is seen as the test says.
type rig struct {
	status     string // of the package, by dpkg; "" = it does not say
	reinstall  bool   // dpkg wants its file: from prerm on, until it is unpacked
	t          *testing.T
	root       string
	channel    string // folder of the channel
	url        string
	public     minisign.PublicKey
	secret     minisign.PrivateKey
	signatures int                      // that the helper demands; 0 = 1
	sight      func() trial.Observation // how the daemon is seen
	ran        []string                 // commands of the system
	left       int                      // changes of the disk until the power fails; -1 = it does not
	repository string                   // what apt fetches from our repository; "" = nothing
	aptErr     error                    // how an installation ends after its files are there
	trialOver  func()                   // ends the judge when the week begins, or when the power has failed; nil = nothing
	unit       string                   // what systemd says of the updater
	stopped    func(r *rig)             // what happens while the judge is stopped; nil = nothing
	proves     func() error             // what the updater of the version on trial does; nil = it ends at once
}

// postinst is not in dpkg's list of the package.
const postinst = dpkgInfo + "postinst"

// The two versions of the tests. The second one has other keys in its
// configuration, a unit more, and another form of the state.
var versions = map[string]map[string]string{
	"1.0.0": {"/usr/bin/ledpost": "program 1", "/lib/systemd/system/ledpost.service": "unit 1", postinst: "postinst 1"},
	"2.0.0": {
		"/usr/bin/ledpost": "program 2", postinst: "postinst 2",
		"/lib/systemd/system/ledpost.service": "unit 2", "/lib/systemd/system/new.service": "unit 2",
	},
}

// healthy is how a daemon that works is seen.
var healthy = trial.Observation{
	Active: true, Frames: 10, Network: true, Free: 1 << 30,
	Health: update.Health{Answers: true, Healthy: true, Well: []string{"device", "panel", "mqtt"}},
}

const now = "2026-12-01T12:00:00Z"

func newRig(t *testing.T) *rig {
	t.Helper()
	public, secret, err := minisign.GenerateKey(nil)
	must.Do(t, err)
	r := &rig{t: t, status: "installed", root: t.TempDir(), channel: t.TempDir(), left: -1}
	r.public, r.secret = public, secret
	r.sight = func() trial.Observation { return healthy }
	server := httptest.NewServer(http.StripPrefix("/stable", http.FileServer(http.Dir(r.channel))))
	t.Cleanup(server.Close)
	r.url = server.URL
	r.unpack("1.0.0")
	r.write("/etc/ledpost/config.toml", "name = 'kitchen'")
	r.write("/var/lib/ledpost/key", "secret")
	r.write("/var/lib/ledpost/identity.json", `{"version":2,"identity":{"serial":"S1"},"reserved":100}`)
	r.write("/var/lib/ledpost/settings.json", `{"version":2,"settings":{"brightness":40}}`)
	r.write("/var/lib/ledpost/config.toml", "one = 1")
	r.write("/var/lib/ledpost/large/picture", "pixels")
	must.Do(t, r.helper("1.0.0").Prepare())
	return r
}

// helper is the helper of a version that runs on the machine.
func (r *rig) helper(version string) *Helper {
	at, _ := time.Parse(time.RFC3339, now)
	return &Helper{
		Root: r.root, Data: DataDir, Version: version, System: r, Watcher: r, Log: slog.New(slog.DiscardHandler),
		Now:       func() time.Time { return at },
		Plausible: func(time.Time) bool { return true },
		Source: update.Source{URL: r.url, Channel: "stable", Client: http.DefaultClient,
			Trust: update.Trust{Keys: []minisign.PublicKey{r.public}, Signatures: r.signatures}},
		Reads: Reads{
			State:  func(text []byte) bool { return formOf(text) <= 2 },
			Config: func(text []byte) bool { return !strings.Contains(string(text), "two") },
		},
		cut: r.cut,
	}
}

var errPower = errors.New("the power has failed")

func (r *rig) cut(string) error {
	if r.left == 0 {
		return r.dark()
	}
	if r.left > 0 {
		r.left--
	}
	return nil
}

// dark ends the judge, which would try again for ever: without power nothing runs.
func (r *rig) dark() error {
	if r.trialOver != nil {
		r.trialOver()
	}
	return errPower
}

func (r *rig) Look(context.Context) trial.Observation {
	if _, found := r.helper("1.0.0").probationer(); found && r.trialOver != nil {
		r.trialOver() // the judge goes on for a week, which has tests of its own
	}
	return r.sight()
}

// Run is what the system's programs do.
func (r *rig) Run(ctx context.Context, name string, args ...string) (string, error) {
	if r.left == 0 {
		return "", r.dark()
	}
	r.ran = append(r.ran, name+" "+strings.Join(args, " "))
	last := args[len(args)-1]
	switch {
	case name == "dpkg" && args[0] == "--print-architecture":
		return "arm64\n", nil
	case slices.Contains(args, "--property=LoadState"):
		return r.unit, nil
	case args[0] == "stop" && last == judgeUnit && r.stopped != nil:
		r.stopped(r)
	case args[0] == "kill":
		return "", nil
	case last == updateUnit:
		if r.proves == nil {
			return "", errors.New("there is no step \"instal\"")
		}
		return "", r.proves()
	case name == "dpkg-query" && strings.Contains(strings.Join(args, " "), "Status"):
		if _, err := os.Stat(r.helper("1.0.0").disk().home(MendFile)); err == nil && r.trialOver != nil {
			over := r.trialOver
			r.trialOver = nil // beside the judge
			_ = r.helper("2.0.0").Install(ctx)
			r.trialOver = over
		}
		return r.status, nil
	case name == "dpkg-query":
		return "2.0.0", nil
	case name == "apt-get" && args[0] == "update":
		return "", nil
	case slices.Contains(args, "--download-only"):
		if r.repository == "" {
			return "", errors.New("E: Version '2.0.0' for 'ledpost' was not found")
		}
		r.write(update.StateDir+"/"+downloadDir+"/ledpost_2.0.0_arm64.deb", r.repository)
		return "", nil
	case slices.Contains(args, "--pending"):
		if r.reinstall {
			return "", errors.New("ledpost is in a very bad inconsistent state")
		}
		return "", r.configure(ctx)
	case slices.Contains(args, "--configure") && r.reinstall && !slices.Contains(args, "--force-remove-reinstreq"):
		return "", errors.New("package is in a very bad inconsistent state")
	case slices.Contains(args, "--configure") && r.status == "half-installed":
		return "", errors.New("package ledpost is not ready for configuration")
	case slices.Contains(args, "--configure"):
		return "", r.configure(ctx)
	case name == "dpkg" || name == "apt-get":
		if last == "ledpost=2.0.0" {
			last = filepath.Join(r.root, update.StateDir, downloadDir, "ledpost_2.0.0_arm64.deb")
		}
		text, err := os.ReadFile(last)
		if err != nil {
			return "", err
		}
		return "", r.install(ctx, strings.TrimPrefix(string(text), "package "))
	}
	return "", nil
}

// install is what dpkg does with a package, which can be killed after each step.
func (r *rig) install(ctx context.Context, version string) error {
	for _, step := range []struct {
		status string
		do     func()
	}{{"half-configured", func() {}}, {"half-installed", func() {}}, {"unpacked", func() { r.unpack(version) }}} {
		if err := r.cut("dpkg"); err != nil {
			return err
		}
		step.do()
		r.status, r.reinstall = step.status, step.status != "unpacked"
	}
	if r.aptErr != nil {
		r.status = "half-configured"
		return r.aptErr
	}
	return r.configure(ctx)
}

// configure is what dpkg does with a package that is unpacked.
func (r *rig) configure(ctx context.Context) error {
	if r.status != "unpacked" && r.status != "half-configured" {
		return nil
	}
	if err := r.cut("dpkg"); err != nil {
		return err
	}
	r.status = "half-configured"
	if r.aptErr != nil && r.read(postinst) != "postinst 1" {
		return r.aptErr
	}
	if err := r.helper("1.0.0").Begin(ctx); err != nil { // postinst
		return err
	}
	if err := r.cut("dpkg"); err != nil {
		return err
	}
	r.status, r.reinstall = "installed", false
	return nil
}

// path is what ledpost-update.path does: it starts the helper of the installed version, for a request or what is to
// be mended.
func (r *rig) path(t *testing.T) error {
	t.Helper()
	for _, name := range []string{DataDir + "/" + update.RequestFile, update.StateDir + "/" + MendFile} {
		if _, err := os.Stat(filepath.Join(r.root, name)); err == nil {
			return r.helper(r.runs()).Install(t.Context())
		}
	}
	return nil
}

// unpack puts the files of a version where they belong.
func (r *rig) unpack(version string) {
	var list strings.Builder
	for path, text := range versions[version] {
		r.write(path, text)
		if path != postinst {
			fmt.Fprintln(&list, path)
		}
	}
	r.write(dpkgList, list.String())
}

func (r *rig) write(path, text string) {
	r.t.Helper()
	path = filepath.Join(r.root, path)
	must.Do(r.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(r.t, os.WriteFile(path, []byte(text), 0o644))
}

func (r *rig) read(path string) string {
	text, err := os.ReadFile(filepath.Join(r.root, path))
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	must.Do(r.t, err)
	return string(text)
}

// runs returns the version whose files are installed, "" for a mixture.
func (r *rig) runs() string {
	for version, files := range versions {
		all := true
		for path, text := range files {
			all = all && r.read(path) == text
		}
		if all && (version == "2.0.0" || r.read("/lib/systemd/system/new.service") == "") {
			return version
		}
	}
	return ""
}

// updated is a machine on which version 2.0.0 is on trial, after 1.0.0.
func updated(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	r.release(nil)
	must.Do(t, r.helper("1.0.0").Install(t.Context()))
	return r
}

// release puts version 2.0.0 into the channel, with a manifest that change has
// changed, and asks for it.
func (r *rig) release(change func(*update.Manifest)) {
	r.t.Helper()
	text := []byte("package 2.0.0")
	hash := sha256.Sum256(text)
	m := update.Manifest{Version: "2.0.0", Counter: 17, Expires: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC),
		Files: []update.File{
			{Name: "ledpost_2.0.0_arm64.deb", Arch: "arm64", Size: int64(len(text)), SHA256: hex.EncodeToString(hash[:])},
		}}
	if change != nil {
		change(&m)
	}
	manifest := must.Get(json.Marshal(m))(r.t)
	r.publish(update.ManifestFile, manifest)
	r.publish(update.SignatureFile, minisign.Sign(r.secret, manifest))
	r.publish("ledpost_2.0.0_arm64.deb", text)
	r.ask()
}

func (r *rig) publish(name string, text []byte) {
	must.Do(r.t, os.WriteFile(filepath.Join(r.channel, name), text, 0o644))
}

// ask is what the daemon does when a user wants the update.
func (r *rig) ask() {
	r.t.Helper()
	must.Do(r.t,
		update.WriteRequest(filepath.Join(r.root, DataDir),
			update.Request{Action: update.Install, Version: "2.0.0", Counter: 17}))
}

func (r *rig) state() update.State {
	r.t.Helper()
	s := must.Get(update.ReadState(filepath.Join(r.root, update.StateDir)))(r.t)
	return s
}

// tree is the content of the machine without what the helper keeps.
func (r *rig) tree() string {
	var all strings.Builder
	_ = filepath.WalkDir(r.root, func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, r.root)
		if strings.HasPrefix(name, update.StateDir) {
			return fs.SkipDir
		}
		if err == nil && d.Type().IsRegular() {
			fmt.Fprintf(&all, "%s: %s\n", name, r.read(name))
		}
		return err
	})
	return all.String()
}

func hashOf(text string) string {
	hash := sha256.Sum256([]byte(text))
	return hex.EncodeToString(hash[:])
}

func mkfifo(path string) error { return syscall.Mkfifo(path, 0o600) }

func contextWithTimeout(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), d)
}
