// SPDX-License-Identifier: Apache-2.0

// Package reset tests that a factory reset forgets the owner: a device is lived with, updated,
// and reset by each of the ways, and then every file of the machine is read.
package reset

import (
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update/install"
)

// ways ask for a reset; each ends the device. The image has a test of its own, beside its
// start (deploy/gokrazy/boot).
var ways = []struct {
	name string
	asks func(r *running)
}{
	{"a button", func(r *running) { // as firmware does for one that was held from the start
		r.end(nil)
		r.write(install.DataDir+"/"+forget.Request, "")
	}},
	{"the card", func(r *running) {
		r.end(nil)
		r.write("boot/firmware/ledpost-reset.txt", "")
	}},
	{"the API", func(r *running) {
		r.call("POST", "/live/reset", `{"serial":"`+r.serial()+`"}`)
		if err := <-r.ended; err == nil || !strings.Contains(err.Error(), "factory reset") {
			r.Fatalf("it has ended with %v", err)
		}
	}},
}

// TestNothingIsLeft: of all that the owner has said no word is left in any file, no way back
// brings one, and the device is the same, new, and open to the next owner.
func TestNothingIsLeft(t *testing.T) {
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			m := newMachine(t)
			r := m.start()
			r.lives()
			serial := r.serial()
			r.end(nil)
			m.fills()
			m.updates()
			m.write("etc/ledpost/config.toml", administrator) // with which it starts
			r = m.start()
			if all := told(t, m.root, m.words...); len(all) < 20 {
				t.Fatalf("the test has no subject: %q", all)
			}
			way.asks(r)
			must.Do(t, m.card())
			m.forgot("at once")
			m.goBack()
			m.forgot("after every way back")

			m.write("etc/ledpost/config.toml", strings.Replace(administrator, word, "next", 1))
			r = m.start()
			if _, answer := r.ask("GET", "/live/claim", "", ""); !strings.Contains(answer, `"open":true`) {
				t.Errorf("the next owner finds %s", answer)
			}
			if r.serial() != serial {
				t.Errorf("it was %s, and is %s", serial, r.serial())
			}
			for _, key := range m.words[1:] {
				if status, answer := r.ask("GET", "/api/v2/device", "", key); status != http.StatusUnauthorized {
					t.Errorf("a key of the owner's: %d %s", status, answer)
				}
			}
			r.end(nil)
			m.forgot("after the next start")
		})
	}
}

// TestResetAmidATrial: an update is on trial, and a restore is, when the device is reset.
func TestResetAmidATrial(t *testing.T) {
	m := newMachine(t)
	r := m.start()
	r.lives()
	r.call("PUT", "/live/config", "[text]\ncolor = \"#654321\" # "+word+"\n")
	r.isReady() // on trial
	r.end(nil)
	m.fills()
	m.updates()
	for _, name := range []string{"mark.json", "probation.json", "refused/settings.json", "download/ledpost.deb"} {
		m.write("var/lib/ledpost-update/"+name, `{"stage":"trial","from":"1.0.0","reason":"`+word+`"}`)
	}
	m.write(install.DataDir+"/"+forget.Request, "")
	must.Do(t, m.card())
	m.goBack()
	m.forgot("after every way back")
}

// TestServiceAlone: where nobody is root, as in a container, the device forgets what is its own.
func TestServiceAlone(t *testing.T) {
	m := newMachine(t)
	r := m.start()
	r.lives()
	r.end(nil)
	m.fills()
	m.write("etc/ledpost/config.toml", strings.Replace(administrator, word, "next", 1))
	m.write(install.DataDir+"/"+forget.Request, "")
	m.start().end(nil)
	if all := told(t, m.data(), m.words...); len(all) != 0 {
		t.Errorf("the owner's words are in %q", all)
	}
	if _, err := os.Lstat(m.data() + "/" + forget.Request); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is reset at each start: %v", err)
	}
}
