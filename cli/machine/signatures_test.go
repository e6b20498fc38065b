// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/check"
	"github.com/ledpost/ledpost/update/install"
	"github.com/ledpost/ledpost/update/trial"
)

// TestTwoSignatures takes releases by the program that signs them, over HTTP, through the
// service, and through the helper as root has it: a device that demands two signatures installs
// what its maintainer and its rebuilder have both signed. Whatever else is offered, the service
// does not ask for it, and the helper does not install it even for a service that asks.
func TestTwoSignatures(t *testing.T) {
	maintainer, rebuilder, stranger, next := newSigner(t), newSigner(t), newSigner(t), newSigner(t)
	program := filepath.Join(t.TempDir(), "sign")
	if out, err := exec.Command("go", "build", "-o", program, "../../update/sign").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, row := range []struct {
		why   string
		by    []signer // the first one makes the release
		knows []signer // whom the device trusts
		then  func(r *releases, t *testing.T)
		want  string // part of the error; "" = it is installed
	}{
		{"the maintainer alone", []signer{maintainer}, []signer{maintainer, rebuilder}, nil, "1 of 2"},
		{"both", []signer{maintainer, rebuilder}, []signer{maintainer, rebuilder}, nil, ""},
		{"both, swapped", []signer{maintainer, rebuilder}, []signer{rebuilder, maintainer}, (*releases).swap, ""},
		{"the maintainer's twice", []signer{maintainer}, []signer{maintainer, rebuilder}, (*releases).twice, "1 of 2"},
		{"the maintainer's twice, whose key is known twice", []signer{maintainer}, []signer{maintainer, maintainer},
			(*releases).twice, "1 of 2"},
		{"a rebuilder that the device does not know", []signer{maintainer, stranger}, []signer{maintainer, rebuilder}, nil, "1 of 2"},
		{"two whom it does not know", []signer{stranger, next}, []signer{maintainer, rebuilder}, nil, "not signed by a key"},
		{"a rebuilder with a new key, which the device has beside the old one", []signer{maintainer, next},
			[]signer{maintainer, rebuilder, next}, nil, ""},
		{"a rebuilder with a new key, and a device that has the old one alone", []signer{maintainer, next},
			[]signer{maintainer, rebuilder}, nil, "1 of 2"},
		{"the signatures of another release", []signer{maintainer, rebuilder}, []signer{maintainer, rebuilder},
			(*releases).change, "not signed by a key"},
		{"an older counter", []signer{maintainer, rebuilder}, []signer{maintainer, rebuilder},
			func(r *releases, t *testing.T) { r.seen(t, r.counter+1) }, "already seen a newer"},
		{"the file of somebody else", []signer{maintainer, rebuilder}, []signer{maintainer, rebuilder},
			func(r *releases, t *testing.T) { r.write(t, deb, "evil!") }, "another SHA-256"},
	} {
		t.Run(row.why, func(t *testing.T) {
			r := newReleases(t, program, row.knows)
			r.sign(t, row.by)
			if row.then != nil {
				row.then(r, t)
			}
			offered := r.asked(t)
			if refused := row.want != "" && row.want != "another SHA-256"; offered == refused {
				t.Errorf("the service asks for it: %v", offered)
			}
			if !offered { // as one does that somebody has taken over
				must.Do(t, update.WriteRequest(r.data(), update.Request{Action: update.Install, Version: "2.0.0", Counter: r.counter}))
			}
			h := r.helper(t)
			err := h.Install(t.Context())
			switch installed := slices.Contains(r.installed, "light"); {
			case installed != (row.want == ""):
				t.Errorf("installed: %v, %v", installed, err)
			case (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want):
				t.Errorf("%v, want %q", err, row.want)
			}
		})
	}
}

// signer has a pair of keys.
type signer struct {
	public minisign.PublicKey
	secret minisign.PrivateKey
}

func newSigner(t *testing.T) signer {
	public, secret, err := minisign.GenerateKey(rand.Reader)
	must.Do(t, err)
	return signer{public, secret}
}

// deb is the package of the release.
const deb = "ledpost_2.0.0_arm64.deb"

// releases are a channel on a web server, and a device with version 1.0.0 in a folder. It is the
// device's system, too, which says what an installation asks it.
type releases struct {
	program   string // that signs
	dir, root string
	config    string // the administrator's file
	trusted   string // file of the public keys that the device has
	counter   int64
	installed []string // contents of packages
}

// newReleases returns a device that demands two signatures, and trusts these.
func newReleases(t *testing.T, program string, known []signer) *releases {
	t.Helper()
	r := &releases{program: program, dir: t.TempDir(), root: t.TempDir(), counter: 17}
	server := httptest.NewServer(http.StripPrefix("/stable", http.FileServer(http.Dir(r.dir))))
	t.Cleanup(server.Close)
	r.config = filepath.Join(t.TempDir(), "config.toml")
	must.Do(t, os.WriteFile(r.config,
		fmt.Appendf(nil, "[update]\nurl = %q\nsignatures = 2\nkey_file = \"known.pub\"\n", server.URL), 0o600))
	r.trusted = filepath.Join(filepath.Dir(r.config), "known.pub")
	var keys strings.Builder
	for _, s := range known {
		fmt.Fprintln(&keys, s.public)
	}
	must.Do(t, os.WriteFile(r.trusted, []byte(keys.String()), 0o600))
	for path, text := range map[string]string{ // what the package has, and is copied first
		"/var/lib/dpkg/info/ledpost.list": "/usr/bin/ledpost\n", "/usr/bin/ledpost": "version 1.0.0", "/etc/ledpost/config.toml": "",
	} {
		must.Do(t, os.MkdirAll(filepath.Join(r.root, filepath.Dir(path)), 0o755))
		must.Do(t, os.WriteFile(filepath.Join(r.root, path), []byte(text), 0o600))
	}
	must.Do(t, os.MkdirAll(r.data(), 0o755))
	must.Do(t, os.MkdirAll(r.state(), 0o755))
	return r
}

func (r *releases) data() string  { return filepath.Join(r.root, install.DataDir) }
func (r *releases) state() string { return filepath.Join(r.root, update.StateDir) }

func (r *releases) write(t *testing.T, name, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o600))
}

func (r *releases) read(t *testing.T, name string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(filepath.Join(r.dir, name)))(t))
}

// sign makes the release: the first of these signs it, the others add their signatures.
func (r *releases) sign(t *testing.T, by []signer) {
	t.Helper()
	r.write(t, deb, "light")
	r.write(t, "SHA256SUMS", fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte("light")), deb))
	theirs := filepath.Join(t.TempDir(), "theirs.pub") // who signs looks at his own copy of the keys
	must.Do(t, os.WriteFile(theirs, []byte(by[0].public.String()+"\n"), 0o600))
	for i, s := range by {
		args := []string{"-version", "2.0.0", "-counter", fmt.Sprint(r.counter), "-trusted", theirs, r.dir}
		if i > 0 {
			args = []string{"-add", "-trusted", theirs, r.dir}
		}
		cmd := exec.Command(r.program, args...)
		cmd.Env = append(os.Environ(), "LEDPOST_SIGNING_KEY="+string(must.Get(s.secret.MarshalText())(t)))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
}

// swap changes the order of the two signatures.
func (r *releases) swap(t *testing.T) {
	all := strings.SplitAfter(r.read(t, update.SignatureFile), "\n")
	r.write(t, update.SignatureFile, strings.Join(append(slices.Clone(all[4:8]), all[:4]...), ""))
}

// twice has the signature there once more.
func (r *releases) twice(t *testing.T) {
	one := r.read(t, update.SignatureFile)
	r.write(t, update.SignatureFile, one+"\n"+one)
}

// change changes the release after it was signed.
func (r *releases) change(t *testing.T) {
	r.write(t, update.ManifestFile, strings.Replace(r.read(t, update.ManifestFile), "2.0.0", "2.0.1", 1))
}

// seen has the device know a release of that counter.
func (r *releases) seen(t *testing.T, counter int64) {
	must.Do(t, update.WriteState(r.state(), update.State{Counter: counter}))
}

// asked lets the service look for a release, and reports whether it has asked the helper for it.
func (r *releases) asked(t *testing.T) bool {
	t.Helper()
	cfg := must.Get(config.Load(r.config))(t)
	web := must.Get(webfetch.New(webfetch.Config{}))(t)
	u := check.New(cfg.Update.Config, check.Options{Web: web, Dir: r.data(), State: r.state(), Serial: "SA150600000100W00BS9",
		Version: "1.0.0", Arch: "arm64", Kind: update.KindPackage, Log: slog.New(slog.DiscardHandler)})
	defer must.Run(t, u.Run)()
	must.Do(t, u.Do(update.ActionCheck))
	eventually.True(t, "the service has looked", func() bool {
		s := u.Update()
		return s.Available != "" || s.Error != ""
	})
	if err := u.Do(update.ActionInstall); errors.Is(err, update.ErrNothing) {
		return false
	} else if err != nil {
		t.Fatal(err)
	}
	eventually.True(t, "the helper is asked", func() bool {
		_, err := update.ReadRequest(r.data())
		return err == nil
	})
	return true
}

// helper is what systemd starts as root, in the folder of the device.
func (r *releases) helper(t *testing.T) *install.Helper {
	t.Helper()
	cfg, err := config.Load(r.config)
	h := newHelper(false, slog.New(slog.DiscardHandler))
	h.Root, h.Data, h.Version, h.System, h.Watcher = r.root, install.DataDir, "1.0.0", r, r
	h.Source = source(cfg, err, slog.New(slog.DiscardHandler))
	must.Do(t, h.Prepare())
	return h
}

// Look implements [install.Watcher].
func (r *releases) Look(context.Context) trial.Observation { return trial.Observation{Free: 1 << 30} }

// Run implements [install.Commands].
func (r *releases) Run(_ context.Context, name string, args ...string) (string, error) {
	switch last := args[len(args)-1]; {
	case name == "dpkg" && args[0] == "--print-architecture":
		return "arm64\n", nil
	case strings.HasSuffix(last, ".deb"):
		text, err := os.ReadFile(last)
		r.installed = append(r.installed, string(text))
		return "", err
	case slices.Contains(args, "--download-only"):
		return "", errors.New("E: Unable to locate package")
	}
	return "", nil
}
