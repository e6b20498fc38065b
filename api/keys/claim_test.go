// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"encoding/json"
	"net"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// fresh starts a device with the files of dir, which it makes at the first start, on the
// network 192.168.1.0/24. It tells claimed who claims it.
func fresh(t *testing.T, dir string, claimed *[]netip.Addr, change ...func(*Config)) *rig {
	t.Helper()
	key, err := LoadKey(dir, "")
	must.Do(t, err)
	return started(t, dir, key, claimed, change...)
}

// started is fresh with a key that was loaded before.
func started(t *testing.T, dir string, key Key, claimed *[]netip.Addr, change ...func(*Config)) *rig {
	t.Helper()
	r := newRig(t, func(s *setup) {
		s.guard.Key, s.guard.KeyFile, s.guard.KeysFile = key, KeyFile(dir), KeysFile(dir)
		s.guard.Claimed = func(a netip.Addr) {
			if claimed != nil {
				*claimed = append(*claimed, a)
			}
		}
		for _, f := range change {
			f(&s.guard)
		}
	})
	r.links = func() ([]net.Addr, error) {
		return []net.Addr{
			&net.IPNet{IP: net.IPv4(127, 0, 0, 1), Mask: net.CIDRMask(8, 32)},
			&net.IPNet{IP: net.IPv4(192, 168, 1, 5), Mask: net.CIDRMask(24, 32)},
			&net.IPNet{IP: net.ParseIP("fe80::5"), Mask: net.CIDRMask(64, 128)},
		}, nil
	}
	return r
}

// claims sends a claim from an address, with headers given in turns of name and value.
func (r *rig) claims(from string, headers ...string) (status int, body string) {
	return r.claimsWith(from, "{}", headers...)
}

// claimsWith is claims with a body.
func (r *rig) claimsWith(from, body string, headers ...string) (status int, answer string) {
	req := httptest.NewRequest("POST", "http://192.168.1.5:8080/live/claim", strings.NewReader(body))
	req.RemoteAddr = netip.AddrPortFrom(netip.MustParseAddr(from), 50000).String()
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
			continue
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	w := r.ask(req)
	return w.Code, w.Body.String()
}

// isOpen asks an unclaimed device without a key.
func (r *rig) isOpen(t *testing.T, from string) (seconds int) {
	t.Helper()
	req := httptest.NewRequest("GET", "http://192.168.1.5:8080/live/claim", nil)
	req.RemoteAddr = from + ":50000"
	var s struct {
		Open    bool
		Seconds int
	}
	if w := r.ask(req); w.Code != 200 || json.Unmarshal(w.Body.Bytes(), &s) != nil || s.Open != (s.Seconds > 0) {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return s.Seconds
}

func secretOf(t *testing.T, body string) string {
	t.Helper()
	var m madeKey
	if err := json.Unmarshal([]byte(body), &m); err != nil || m.Scope != ScopeAll || len(m.Key) != 64 {
		t.Fatalf("%s %v", body, err)
	}
	return m.Key
}

// TestClaim is a new device's first minutes: a browser claims it, once, and its key does
// everything, also after a restart.
func TestClaim(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var told []netip.Addr
		r := fresh(t, dir, &told)
		if s := r.isOpen(t, "192.168.1.7"); s != 1800 {
			t.Errorf("%d seconds remain", s)
		}
		time.Sleep(time.Minute)
		if s := r.isOpen(t, "192.168.1.7"); s != 1740 {
			t.Errorf("%d seconds remain after a minute", s)
		}
		status, body := r.claims("192.168.1.7")
		if status != 201 {
			t.Fatalf("%d %s", status, body)
		}
		key := secretOf(t, body)
		if len(told) != 1 || told[0] != netip.MustParseAddr("192.168.1.7") {
			t.Errorf("%v claimed it", told)
		}
		for _, again := range []string{"192.168.1.7", "192.168.1.8"} {
			if status, body := r.claims(again); status != 409 || !strings.Contains(body, "claimed by 192.168.1.7") {
				t.Errorf("%s: %d %s", again, status, body)
			}
		}
		if w := r.ask(as(key, "GET", "/live/keys", "")); w.Code != 200 ||
			!strings.Contains(w.Body.String(), `{"name":"claimed-192.168.1.7","scope":"all"}`) {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		r = fresh(t, dir, nil)
		if r.isOpen(t, "192.168.1.7") != 0 {
			t.Error("it is open again after a restart")
		}
		if status, body := r.claims("192.168.1.8"); status != 409 {
			t.Errorf("a second claim after a restart: %d %s", status, body)
		}
		wants(t, r.ask(as(key, "GET", "/live/keys", "")), 200, "", "the key after a restart")
	})
}

// TestClaimRefused: who may not claim gets the reason, and the device stays as it is.
func TestClaimRefused(t *testing.T) {
	for _, row := range []struct {
		why, from string
		headers   []string
		want      int
		says      string
	}{
		{"a program on the network", "192.168.1.7", nil, 201, ""},
		{"its own page", "192.168.1.7", []string{"Origin", "http://192.168.1.5:8080"}, 201, ""},
		{"its page at a local name", "192.168.1.7",
			[]string{"Host", "lamp.local:8080", "Origin", "http://lamp.local:8080"}, 201, ""},
		{"this machine", "127.0.0.1", nil, 201, ""},
		{"a browser on the link", "fe80::7", nil, 201, ""},
		{"IPv4 written as IPv6", "::ffff:192.168.1.7", nil, 201, ""},
		{"JSON in a character set", "192.168.1.7", []string{"Content-Type", "Application/JSON; charset=utf-8"}, 201, ""},
		{"another network", "192.168.2.7", nil, 403, "same network"},
		{"the Internet", "203.0.113.9", nil, 403, "same network"},
		{"a proxy on this network", "192.168.1.7", []string{"X-Forwarded-For", "203.0.113.9"}, 403, "proxy"},
		{"a proxy on this machine", "127.0.0.1", []string{"Forwarded", "for=203.0.113.9"}, 403, "proxy"},
		{"a proxy that says only that it is one", "192.168.1.7", []string{"Via", "1.1 squid"}, 403, "proxy"},
		{"a proxy as people configure nginx", "127.0.0.1", []string{"X-Real-IP", "203.0.113.9"}, 403, "proxy"},
		{"a tunnel", "127.0.0.1", []string{"CF-Connecting-IP", "203.0.113.9"}, 403, "proxy"},
		{"another tunnel", "127.0.0.1", []string{"Tailscale-User-Login", "somebody@example.org"}, 403, "proxy"},
		{"a proxy that tells the scheme alone", "127.0.0.1", []string{"X-Forwarded-Proto", "https"}, 403, "proxy"},
		{"a proxy that tells the host alone", "127.0.0.1", []string{"X-Forwarded-Host", "home.example.org"}, 403, "proxy"},
		{"a network that delivers", "127.0.0.1", []string{"True-Client-IP", "203.0.113.9"}, 403, "proxy"},
		{"a proxy that hides an address", "192.168.1.7", []string{"X-Forwarded-For", ""}, 403, "proxy"},
		{"a proxy that keeps the browser's origin", "127.0.0.1",
			[]string{"Host", "127.0.0.1:8080", "Origin", "https://lamp.example"}, 403, "own page"},
		{"a page of another site", "192.168.1.7", []string{"Origin", "http://evil.example"}, 403, "own page"},
		{"a name that leads here (DNS rebinding)", "192.168.1.7",
			[]string{"Host", "evil.example", "Origin", "http://evil.example"}, 403, "own page"},
		{"a page in a file", "192.168.1.7", []string{"Origin", "null"}, 403, "own page"},
		{"a form", "192.168.1.7", []string{"Content-Type", "text/plain"}, 403, "application/json"},
		{"no content type", "192.168.1.7", []string{"Content-Type", ""}, 403, "application/json"},
	} {
		t.Run(row.why, func(t *testing.T) {
			r := fresh(t, t.TempDir(), nil)
			status, body := r.claims(row.from, row.headers...)
			if status != row.want || !strings.Contains(body, row.says) {
				t.Errorf("%d %s", status, body)
			}
			if open := r.isOpen(t, "192.168.1.7") > 0; open != (row.want != 201) {
				t.Errorf("open: %v", open)
			}
		})
	}
}

// TestClaimCloses: what makes a device one that somebody uses, for good.
func TestClaimCloses(t *testing.T) {
	shown := func(method, target string) func(*testing.T, *rig) {
		return func(t *testing.T, r *rig) {
			req := as(string(r.own.key), method, target, "")
			req.RemoteAddr = "127.0.0.1:50000"
			r.ask(req)
		}
	}
	for _, row := range []struct {
		why       string
		do        func(*testing.T, *rig)
		later     int // status of a claim then
		restarted int // status after a restart
		reason    string
	}{
		{"nothing", func(*testing.T, *rig) {}, 201, 201, ""},
		{"29 minutes", func(*testing.T, *rig) { time.Sleep(claimFor - time.Second) }, 201, 201, ""},
		{"30 minutes", func(*testing.T, *rig) { time.Sleep(claimFor) }, 403, 201, "30 minutes"},
		{"the right key", shown("GET", "/api/v2/device"), 403, 403, "used the device"},
		{"the right key of a pairing client", func(_ *testing.T, r *rig) {
			r.Admits(httptest.NewRequest("GET", "/api/v1/user", nil), string(r.own.key))
		}, 403, 403, "used the device"},
		{"the judge of updates", shown("GET", "/healthz"), 201, 201, ""},
		{"a wrong key", func(_ *testing.T, r *rig) { r.ask(as("wrong-wrong-wrong", "GET", "/api/v2/device", "")) },
			201, 201, ""},
		{"another key in its file", func(t *testing.T, r *rig) {
			write(t, r.cfg.KeyFile, "a-key-of-my-own-choice")
			r.changeKey()
		}, 403, 403, "given its key"},
	} {
		t.Run(row.why, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				r := fresh(t, dir, nil)
				r.serve(healthz)
				row.do(t, r)
				if row.later != 201 { // else it would be claimed
					if status, body := r.claims("192.168.1.7"); status != row.later || !strings.Contains(body, row.reason) {
						t.Errorf("%d %s", status, body)
					}
				}
				if open := r.isOpen(t, "192.168.1.7") > 0; open != (row.later == 201) {
					t.Errorf("open: %v", open)
				}
				if status, body := fresh(t, dir, nil).claims("192.168.1.7"); status != row.restarted {
					t.Errorf("after a restart: %d %s", status, body)
				}
			})
		})
	}
}

// TestNoClaim: devices that were never open.
func TestNoClaim(t *testing.T) {
	for why, prepare := range map[string]func(t *testing.T, dir string){
		"a key that was there before": func(t *testing.T, dir string) { write(t, KeyFile(dir), testKey) },
		"a key of ledpost key --new":  func(t *testing.T, dir string) { NewKey(dir) },
		"a lost key and named ones": func(t *testing.T, dir string) {
			write(t, KeysFile(dir), `{"version":1,"keys":[{"name":"a","scope":"all","sha256":"`+strings.Repeat("0", 64)+`"}]}`)
		},
		"a lost key and one that was taken back": func(t *testing.T, dir string) {
			own := `"own":"` + strings.Repeat("0", 64) + `"`
			write(t, KeysFile(dir), `{"version":1,`+own+`,"keys":[],"revoked":[{"name":"a","scope":"all","sha256":"`+
				strings.Repeat("1", 64)+`"}],"claim":{`+own+`}}`)
		},
		"a lost key of a device that was given it": func(t *testing.T, dir string) {
			write(t, KeysFile(dir), `{"version":1,"own":"`+strings.Repeat("0", 64)+`","keys":[]}`)
		},
		"a lost key and a file of a later version": func(t *testing.T, dir string) {
			write(t, KeysFile(dir), `{"version":9,"keys":[],"claim":{"own":"`+strings.Repeat("0", 64)+`"}}`)
		},
		"a lost key of a device in use": func(t *testing.T, dir string) {
			write(t, KeysFile(dir), `{"version":1,"own":"`+strings.Repeat("0", 64)+`","keys":[],"claim":{"own":"`+
				strings.Repeat("0", 64)+`","used":true}}`)
		},
		"a device of before there was any": func(t *testing.T, dir string) {
			write(t, KeyFile(dir), testKey)
			write(t, KeysFile(dir), `{"version":1,"keys":[]}`)
		},
	} {
		t.Run(why, func(t *testing.T) {
			dir := t.TempDir()
			prepare(t, dir)
			if status, body := fresh(t, dir, nil).claims("192.168.1.7"); status != 403 {
				t.Errorf("%d %s", status, body)
			}
		})
	}
	t.Run("a key from the command line", func(t *testing.T) {
		dir := t.TempDir()
		fresh(t, dir, nil) // made one of its own before
		r := newRig(t, func(s *setup) { s.guard.KeysFile = KeysFile(dir) })
		if r.Claimable() {
			t.Error("it can be claimed")
		}
	})
}

// TestLostClaim: if nobody has ever shown the key of a claim, as after a power cut before
// its answer had arrived, the device can be claimed again after the next start; the lost
// key then opens nothing.
func TestLostClaim(t *testing.T) {
	dir := t.TempDir()
	r := fresh(t, dir, nil)
	_, body := r.claims("192.168.1.7")
	lost := secretOf(t, body)
	if status, _ := r.claims("192.168.1.7"); status != 409 {
		t.Errorf("a second claim before a restart: %d", status)
	}
	r = fresh(t, dir, nil)
	status, body := r.claims("192.168.1.8")
	if status != 201 {
		t.Fatalf("%d %s", status, body)
	}
	wants(t, r.ask(as(lost, "GET", "/api/v2/device", "")), 401, "", "the lost key")
	wants(t, r.ask(as(secretOf(t, body), "GET", "/api/v2/device", "")), 200, "", "the new key")
	if list := r.keyring.list(); len(list) != 1 || list[0].Name != "claimed-192.168.1.8" {
		t.Errorf("%v", list)
	}
}

// TestClaimsAtOnce: of twenty browsers that claim at once, one gets a key.
func TestClaimsAtOnce(t *testing.T) {
	r := fresh(t, t.TempDir(), nil)
	got := make(chan int, 20)
	var wg sync.WaitGroup
	for range cap(got) {
		wg.Go(func() {
			status, _ := r.claims("192.168.1.7")
			got <- status
		})
	}
	wg.Wait()
	close(got)
	count := map[int]int{}
	for status := range got {
		count[status]++
	}
	if count[201] != 1 || count[409] != 19 || len(r.keyring.list()) != 1 {
		t.Errorf("%v, keys %v", count, r.keyring.list())
	}
}

// TestClaimNotKept: a claim that cannot be saved gives no key, and the device stays open.
func TestClaimNotKept(t *testing.T) {
	dir := t.TempDir()
	r := fresh(t, dir, nil)
	disk := r.keyring.dir
	r.keyring.dir = durable.Dir(KeyFile(dir)) // which is no directory
	if status, body := r.claims("192.168.1.7"); status != 507 {
		t.Errorf("%d %s", status, body)
	}
	r.keyring.dir = disk
	if status, body := r.claims("192.168.1.7"); status != 201 {
		t.Errorf("once the disk works: %d %s", status, body)
	}
}

// TestFirstKeySurvives: a power cut at the first start leaves a device that can be
// claimed, at whatever moment, and so does one while it is claimed, unless the key that
// the browser got is in force. Once it was used it is never open again.
func TestFirstKeySurvives(t *testing.T) {
	names := []string{"key", "keys.json", "unclaimed"}
	claimable := func(dir string) (*keyring, error) {
		key, err := LoadKey(dir, "")
		must.Do(t, err)
		k := newKeyring(KeysFile(dir), newLock(key), nil, nil, silent)
		return k, k.claimFault()
	}
	first := func(fs durable.FS, _ string) error {
		_, err := firstKey(fs)
		return err
	}
	durabletest.Owner{Act: first}.Survives(t, names, func(dir string, _ bool) bool {
		_, fault := claimable(dir)
		return fault == nil
	})
	dir := t.TempDir()
	if _, err := LoadKey(dir, ""); err != nil {
		t.Fatal(err)
	}
	there := map[string]string{"key": content(t, KeyFile(dir)), "keys.json": content(t, KeysFile(dir)), "unclaimed": ""}
	var got Key
	act := func(fs durable.FS, dir string) (err error) {
		k, _ := claimable(dir)
		k.dir = fs
		_, got, err = k.claimBy(netip.MustParseAddr("192.168.1.7"))
		return err
	}
	durabletest.Owner{Files: there, Act: act}.Survives(t, names, func(dir string, done bool) bool {
		k, fault := claimable(dir)
		return !k.refused.Load() && fault == nil && (!done || k.lock.find(string(got)) != nil)
	})
	use := func(fs durable.FS, dir string) error {
		k, _ := claimable(dir)
		k.dir = fs
		k.owned("")
		return k.debt.fault()
	}
	durabletest.Owner{Files: there, Act: use}.Survives(t, names, func(dir string, done bool) bool {
		k, fault := claimable(dir)
		return !k.refused.Load() && (!done || fault == errUsed)
	})
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must.Do(t, err)
	return string(text)
}
