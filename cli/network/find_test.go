// SPDX-License-Identifier: Apache-2.0

package network

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

const ownDescription = `<root xmlns="urn:schemas-upnp-org:device-1-0"><device><friendlyName>Kitchen (LaMetric Time ` +
	`compatible)</friendlyName>
<manufacturer>ledpost, LaMetric Time compatible</manufacturer><modelName>LaMetric Time compatible</modelName><modelNumber>sa8</modelNumber>
<serialNumber>LPAVPMT2Y3FSJNDQGK</serialNumber></device></root>`

const realDescription = `<root xmlns="urn:schemas-upnp-org:device-1-0"><device><friendlyName>My LaMetric ` +
	`(LM4711)</friendlyName>
<manufacturer>LaMetric Inc.</manufacturer><modelName>LaMetric Time</modelName><modelNumber>SA1</modelNumber>
<serialNumber>SA150600000100W00BS9</serialNumber></device></root>`

func TestParseDescription(t *testing.T) {
	for _, c := range []struct {
		name, text string
		port       uint16
		want       found
	}{
		{"this program's: TLS where the description is", ownDescription, 8081,
			found{"Kitchen", "LaMetric Time compatible sa8", "LPAVPMT2Y3FSJNDQGK", "192.0.2.7", "https://192.0.2.7:8081"}},
		{"a LaMetric: TLS where all have it", realDescription, 60669,
			found{"My LaMetric (LM4711)", "LaMetric Time SA1", "SA150600000100W00BS9", "192.0.2.7", "https://192.0.2.7:4343"}},
		{"control characters are dropped", strings.Replace(realDescription, "My", "\u009b2J\u202eM\ty", 1), 1,
			found{"2JMy LaMetric (LM4711)", "LaMetric Time SA1", "SA150600000100W00BS9", "192.0.2.7", "https://192.0.2.7:4343"}},
	} {
		got, err := parseDescription([]byte(c.text), netip.AddrPortFrom(netip.MustParseAddr("192.0.2.7"), c.port))
		if err != nil || got != c.want {
			t.Errorf("%s: %+v %v, want %+v", c.name, got, err, c.want)
		}
	}
}

func FuzzDescription(f *testing.F) {
	f.Add([]byte(ownDescription))
	f.Add([]byte(realDescription))
	f.Fuzz(func(t *testing.T, text []byte) {
		var d found
		var err error
		memtest.AtMost(t, 1<<20+200*len(text), func() {
			d, err = parseDescription(text, netip.MustParseAddrPort("192.0.2.7:80"))
		})
		for _, s := range []string{d.Name, d.Model, d.Serial} {
			if len(s) > 80 || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q %v", s, err)
			}
		}
	})
}

func TestChoose(t *testing.T) {
	all := []found{{Name: "Kitchen", Serial: "SA01"}, {Name: "Hall", Serial: "SA02"}, {Name: "hall", Serial: "SA03"}}
	for name, want := range map[string]string{"kitchen": "SA01", "SA02": "SA02", "sa03": "SA03", "Hall": "",
		"Cellar": "", "": ""} {
		if got, err := choose(all, name); got.Serial != want || (err == nil) != (want != "") {
			t.Errorf("%q: %+v %v, want %q", name, got, err, want)
		}
	}
	for i, want := range []string{"Kitchen", "SA02", "SA03"} {
		if got := all[i].called(all); got != want {
			t.Errorf("%+v is called %s, want %s", all[i], got, want)
		}
	}
	if got := (found{Name: "Bob's"}).called([]found{{Name: "Bob's"}}); got != `'Bob'\''s'` {
		t.Errorf("in a shell: %s", got)
	}
}

// TestDescribeSendsNothing of the user's, and follows nobody.
func TestDescribeSendsNothing(t *testing.T) {
	var asked []string
	device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+r.Header.Get("Authorization"))
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "/device_description.xml", http.StatusFound)
			return
		}
		w.Write([]byte(ownDescription))
	}))
	defer device.Close()
	at := func(path string) ssdp.Found {
		return ssdp.Found{Location: device.URL + path, At: netip.MustParseAddrPort(device.Listener.Addr().String())}
	}
	must.Equal(t, must.Get(describe(t.Context(), at("/device_description.xml")))(t).Name, "Kitchen")
	if d, err := describe(t.Context(), at("/away")); err == nil {
		t.Errorf("elsewhere: %+v", d)
	}
	if len(asked) != 2 || asked[0] != "/device_description.xml" {
		t.Errorf("asked for %q", asked)
	}
}

// fakeDevice is one that notes the keys that it is sent.
func fakeDevice(t *testing.T, key string) (d found, sent *[]string) {
	t.Helper()
	sent = new([]string)
	srv := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, given, _ := r.BasicAuth()
		*sent = append(*sent, given)
		if given != key {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(srv.Close)
	return found{Name: "Kitchen", Serial: "SA150600000100W00BS9", URL: srv.URL}, sent
}

// TestFoundDevicesGetNoKey but one that is given, or kept for them.
func TestFoundDevicesGetNoKey(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "key"), []byte(mine+"\n"), 0o600))
	call := func(d found, key string, keep bool) error {
		f := remoteFlags{DataFlag: local.DataFlag{Data: dir}, to: d.Name, key: key, keep: keep}
		_, err := f.callDevice(t.Context(), d, http.MethodPost, "/", nil)
		return err
	}
	d, sent := fakeDevice(t, other)
	if err := call(d, "", false); err == nil || !strings.Contains(err.Error(), "--key") || len(*sent) > 0 {
		t.Errorf("without a key: %v, sent %q", err, *sent)
	}
	if err := call(d, "", true); err == nil || len(*sent) > 0 {
		t.Errorf("nothing to keep: %v, sent %q", err, *sent)
	}
	if err := call(d, mine, true); err == nil {
		t.Error("a wrong key was taken")
	}
	if k, _ := recall(dir, d.Serial); k.Key != "" {
		t.Error("a wrong key was kept")
	}
	must.Do(t, call(d, other, true))
	if err := call(d, "", false); err != nil {
		t.Errorf("with the key that is kept: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "devices", d.Serial+".json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v, want 0600", info, err)
	}
}

// TestImpostor: what calls itself like a device whose key is kept, but does not
// have its certificate, is sent nothing, also no key that is given.
func TestImpostor(t *testing.T) {
	dir := t.TempDir()
	d, sent := fakeDevice(t, other)
	must.Do(t, keep(dir, d.Serial, kept{Key: other, Pin: strings.Repeat("00", 32)}))
	for _, key := range []string{"", other} {
		f := remoteFlags{DataFlag: local.DataFlag{Data: dir}, to: d.Name, key: key}
		if _, err := f.callDevice(t.Context(), d, http.MethodPost, "/", nil); err == nil ||
			!strings.Contains(err.Error(), "differs from the stored certificate") {
			t.Errorf("key %q: %v", key, err)
		}
	}
	plain := httptest.NewServer(
		http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { *sent = append(*sent, "plain") }))
	defer plain.Close()
	d.URL = "https" + strings.TrimPrefix(plain.URL, "http")
	f := remoteFlags{DataFlag: local.DataFlag{Data: dir}, to: d.Name, key: other, keep: true}
	if _, err := f.callDevice(t.Context(), d, http.MethodPost, "/", nil); err == nil {
		t.Error("it was reached without TLS")
	}
	if len(*sent) > 0 {
		t.Errorf("it was sent %q", *sent)
	}
}

// TestSerialsNameFiles: a serial number comes from the network.
func TestSerialsNameFiles(t *testing.T) {
	for _, serial := range []string{"", "../../etc/passwd", "sa15", "SA1", "SA15/", strings.Repeat("A", 33), "SA15\x00"} {
		if path, err := keptFile("/tmp", serial); err == nil {
			t.Errorf("%q: %s", serial, path)
		}
	}
}

// hostile is what does something to a terminal: a screen that is erased, a title of the
// window, one byte for all of an introducer, a sentence backwards.
const hostile = "a\x1b[2J\x1b]0;title\x07b\u009b31m\x9b31m\u202ec\r"

// TestForeignDevice: the commands print a device's answer without control characters, and end
// with exit 1 when the API has no such answer.
func TestForeignDevice(t *testing.T) {
	var elsewhere int
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		elsewhere++
		_, _ = io.WriteString(w, `{"success":{"id":"1"}}`)
	}))
	defer other.Close()
	answers := map[string]struct {
		answer http.HandlerFunc
		failed bool
	}{
		"an id": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, `{"success":{"id":"7\u001b[2J\u009b\u202e"},"installed":"1\u001b[2J"}`)
		}, true},
		"no id": {func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, `{"success":{}}`) }, true},
		"a message": {func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusTeapot)
			_, _ = io.WriteString(w, `{"errors":[{"message":"\u001b[2J\u009b\u202e"}]}`)
		}, true},
		"a page": {func(w http.ResponseWriter, r *http.Request) { http.Error(w, hostile, http.StatusBadGateway) }, true},
		"a large page": {func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, strings.Repeat("x", 1<<20), http.StatusBadGateway)
		}, true},
		"no JSON": {func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, hostile) }, true},
		"another address": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		}, true},
		"a line of its own": {func(w http.ResponseWriter, r *http.Request) {
			conn, out, _ := w.(http.Hijacker).Hijack()
			defer conn.Close()
			_, _ = out.WriteString("HTTP/1.1 500 \x1b[2J\u009b\r\nContent-Length: 0\r\n\r\n")
			_ = out.Flush()
		}, true},
	}
	for why, c := range answers {
		device := httptest.NewServer(c.answer)
		for _, args := range [][]string{{"push", "x"}, {"update"}, {"press", "left"}, {"backup", t.TempDir() + "/made"}} {
			said, err := room.Said(t, append([]string{args[0], "--to", device.URL, "--key", mine}, args[1:]...)...)
			if failed := c.failed && (!strings.HasSuffix(why, " id") || args[0] != "update"); failed != (err != nil) &&
				args[0] != "backup" {
				t.Errorf("%s, %s: said %q, %v", why, args[0], said, err)
			}
			if err != nil {
				said += err.Error()
				if command.ExitCode(err) != 1 {
					t.Errorf("%s, %s: exit code %d: %v", why, args[0], command.ExitCode(err), err)
				}
			}
			if strings.ContainsFunc(said, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) || len(said) > 1000 {
				t.Errorf("%s, %s: %d bytes: %.200q", why, args[0], len(said), said)
			}
		}
		device.Close()
	}
	if elsewhere != 0 {
		t.Errorf("another address was asked %d times", elsewhere)
	}
}

// TestBudget: a device that answers twice is asked once, not more than 8 times whatever it says, and not more than 64
// devices are.
func TestBudget(t *testing.T) {
	var b budget
	for host := range 3 * maxDevices / maxOfOne {
		at := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(host)}), 80)
		for i := range 3 * maxOfOne {
			f := ssdp.Found{At: at, Location: fmt.Sprintf("http://%s/%d", at, i/2)}
			if got, want := b.take(f), i%2 == 0 && i/2 < maxOfOne && host < maxDevices/maxOfOne; got != want {
				t.Errorf("%s, answer %d: %v", f.Location, i, got)
			}
		}
	}
}

// TestKeptKeysAreWhole: a kept key counts with the certificate that it belongs to alone.
func TestKeptKeysAreWhole(t *testing.T) {
	const serial = "SA150600005678W00LP"
	dir := t.TempDir()
	must.Equal(t, must.Get(recall(dir, serial))(t), (kept{}), "nothing is kept")
	must.Do(t, keep(dir, serial, kept{Key: mine, Pin: "00"}))
	must.Equal(t, must.Get(recall(dir, serial))(t), (kept{Key: mine, Pin: "00"}), "kept")
	for _, text := range []string{"{}", `{"key":"` + mine + `"}`, `{"pin":"00"}`, "{"} {
		path := filepath.Join(dir, "devices", serial+".json")
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		if k, err := recall(dir, serial); k != (kept{}) || err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %+v, %v", text, k, err)
		}
	}
}
