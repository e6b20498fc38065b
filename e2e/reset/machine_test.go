// SPDX-License-Identifier: Apache-2.0

package reset

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/config/firstcard"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/firmware"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/install"
	"github.com/ledpost/ledpost/update/trial"
)

// administrator is what somebody has written into /etc/ledpost/config.toml.
const administrator = `name = "` + word + `"
[http]
addr = "127.0.0.1:0"
tls = ""
pairing = ""
[discovery]
ssdp = false
mdns = false
`

// machine is one with the package, in a folder: its root file system, and the boot partition
// in it.
type machine struct {
	*testing.T
	root  string
	words []string // that the owner alone knows
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	return newMachineIn(t, t.TempDir())
}

// newMachineIn is newMachine with this folder.
func newMachineIn(t *testing.T, root string) *machine {
	t.Helper()
	m := &machine{t, root, []string{word}}
	for name, text := range map[string]string{
		"etc/ledpost/config.toml": administrator,
		"usr/bin/ledpost":         "program 1", "var/lib/dpkg/info/ledpost.list": "/usr/bin/ledpost\n",
		"boot/firmware/config.txt": "", "usr/share/zoneinfo/Etc/UTC": "", "etc/hosts": "127.0.0.1\tlocalhost\n",
		"etc/NetworkManager/system-connections/home.nmconnection": "[connection]\nid=" + word + "\ntype=wifi\n",
		"boot/firmware/ledpost.toml": "[card]\nkey = \"" + word + "-of-the-card\"\n" +
			"hostname = \"" + word + "\"\n",
	} {
		m.write(name, text)
	}
	must.Do(t, m.card()) // which takes the card
	return m
}

func (m *machine) path(name string) string { return filepath.Join(m.root, name) }
func (m *machine) data() string            { return m.path(install.DataDir) }

func (m *machine) write(name, text string) {
	m.Helper()
	must.Do(m, os.MkdirAll(filepath.Dir(m.path(name)), 0o755))
	must.Do(m, os.WriteFile(m.path(name), []byte(text), 0o600))
}

// running is the device while it runs.
type running struct {
	*machine
	url, key string
	ready    <-chan [2]string
	ended    <-chan error
	stop     context.CancelFunc
}

// start starts the device.
func (m *machine) start() *running {
	m.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan [2]string, 1), make(chan error, 1)
	over := make(chan struct{})
	m.Cleanup(func() { cancel(); <-over })
	go func() {
		defer close(over)
		ended <- firmware.Run(ctx, firmware.Options{
			Layers: config.Layers{File: m.path("etc/ledpost/config.toml")}, Dir: m.data(),
			Ready: func(url, key string) { ready <- [2]string{url, key} },
		})
	}()
	r := &running{machine: m, ready: ready, ended: ended, stop: cancel}
	r.isReady()
	return r
}

// isReady waits for the API of the device, at a start or after a restart within it.
func (r *running) isReady() {
	r.Helper()
	select {
	case at := <-r.ready:
		r.url, r.key = at[0], at[1]
	case err := <-r.ended:
		r.Fatal(err)
	case <-time.After(eventually.Patience):
		r.Fatal("the device does not start")
	}
}

// end ends the device, and checks why it has.
func (r *running) end(want error) {
	r.Helper()
	r.stop()
	if err := <-r.ended; !errors.Is(err, want) {
		r.Fatalf("it has ended with %v, want %v", err, want)
	}
}

// ask sends a request with a key, "" for none.
func (r *running) ask(method, path, body, key string) (status int, answer string) {
	r.Helper()
	req := must.Get(http.NewRequest(method, r.url+path, strings.NewReader(body)))(r)
	if key != "" {
		req.SetBasicAuth(keys.User, key)
	}
	req.Close = true
	resp := must.Get(http.DefaultClient.Do(req))(r)
	defer resp.Body.Close()
	return resp.StatusCode, string(must.Get(io.ReadAll(resp.Body))(r))
}

// call is ask by the owner, which has to succeed.
func (r *running) call(method, path, body string) string {
	r.Helper()
	status, answer := r.ask(method, path, body, r.key)
	if status >= 300 {
		r.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	return answer
}

// serial returns the serial number.
func (r *running) serial() string {
	r.Helper()
	var who struct {
		Serial string `json:"serial_number"`
	}
	must.Do(r, json.Unmarshal([]byte(r.call("GET", "/api/v2/device", "")), &who))
	return who.Serial
}

// lives is somebody who lives with the device, and gives it words, keys and pictures.
func (r *running) lives() {
	r.Helper()
	var made struct{ Key string }
	must.Do(r, json.Unmarshal([]byte(r.call("POST", "/live/keys", `{"name":"`+word+`","scope":"all"}`)), &made))
	r.call("POST", "/live/apps",
		`{"package":"com.ledpost.calendar","settings":{"urls":["https://`+word+`.example/secret.ics"]}}`)
	r.call("PUT", "/live/region", `{"language":"nl"}`)
	r.call("POST", "/live/icons/"+word, picture)
	r.call("POST", "/api/v2/device/notifications",
		`{"model":{"cycles":0,"frames":[{"text":"`+word+`","icon":"`+word+`"}]}}`)
	r.words = append(r.words, r.key, made.Key)
	r.call("PUT", "/live/config", "[text]\ncolor = \"#123456\" # "+word+"\n")
	r.isReady()
	r.call("POST", "/live/config/confirm", "")
}

// picture is a GIF of one dark pixel.
const picture = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff," +
	"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

// fills puts a word into all that a device can save, and that a configuration can say, and
// into files that nobody knows.
func (m *machine) fills() {
	m.Helper()
	s, saved := store.Open(durable.Dir(m.data()), store.Options{Log: slog.New(slog.DiscardHandler)})
	who, reserved := saved.Identity, saved.Reserved
	if n := fill(reflect.ValueOf(&saved)); n < 40 {
		m.Fatalf("the settings have %d words", n)
	}
	who.Name = word
	saved.Identity, saved.Reserved = who, reserved
	ctx, cancel := context.WithCancel(m.Context())
	cancel()
	s.Save(saved)
	must.Do(m, s.Run(ctx))
	must.Do(m, s.Fault())
	var cfg config.Config
	if n := fill(reflect.ValueOf(&cfg)); n < 60 {
		m.Fatalf("the configuration has %d words", n)
	}
	text := lines(reflect.ValueOf(cfg), "")
	for _, name := range []string{
		"/etc/ledpost/config.toml", "/etc/ledpost/config.toml.before-reset", "/etc/ledpost/broker-password",
		install.DataDir + "/config/" + word + ".toml", install.DataDir + "/apps/own/" + word + ".star",
		install.DataDir + "/not-known-today/" + word, install.DataDir + "/identity.json.bad",
	} {
		m.write(name, text)
	}
	cert := must.Get(os.ReadFile(filepath.Join(m.data(), "cert.pem")))(m)
	m.words = append(m.words, strings.Split(string(cert), "\n")[1])
}

// Run implements the commands of the system: there is none that has anything to say.
func (m *machine) Run(context.Context, string, ...string) (string, error) { return "", nil }

// Look sees a service that is switched off, so that no version is judged.
func (m *machine) Look(context.Context) trial.Observation { return trial.Observation{} }

func (m *machine) updater(version string) *install.Helper {
	return &install.Helper{
		Root: m.root, Data: install.DataDir, Version: version, System: m, Watcher: m,
		Log: slog.New(slog.DiscardHandler),
		Now: time.Now, Plausible: func(time.Time) bool { return true },
		Reads: install.Reads{State: store.Readable, Config: func([]byte) bool { return true }},
	}
}

// updates puts version 2 in the place of version 1, which is kept, and passes its trial.
func (m *machine) updates() {
	m.Helper()
	before := m.updater("1.0.0")
	must.Do(m, before.Prepare())
	must.Do(m, before.Keep(m.Context()))
	m.write("usr/bin/ledpost", "program 2")
	must.Do(m, before.Begin(m.Context())) // and accepts it
}

// card is root's program at the start of the service, ledpost-card.service.
func (m *machine) card() error {
	here := firstcard.Here(install.DataDir, m, func([]byte) error { return nil },
		func() (int, int, error) { return os.Getuid(), os.Getgid(), nil }, m.updater("2.0.0").Forget)
	here.Root = m.root
	return here.Take(m.Context())
}

// goBack tries every way back to something that was.
func (m *machine) goBack() {
	before := m.updater("1.0.0")
	_ = before.Rollback(m.Context())
	_ = update.WriteRequest(m.data(), update.Request{Action: update.Back, Version: "1.0.0"})
	_ = m.updater("2.0.0").Install(m.Context())
	_ = before.Boot(m.Context())
	ctx, cancel := context.WithTimeout(m.Context(), time.Second) // it has nothing to watch, but would for a week
	defer cancel()
	_ = before.Judge(ctx)
	_ = before.Restore(m.Context())
}

// forgot checks that nobody's words are anywhere.
func (m *machine) forgot(when string) {
	m.Helper()
	if all := told(m.T, m.root, m.words...); len(all) != 0 {
		m.Errorf("%s, the owner's words are in %q", when, all)
	}
}
