// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update/check"
)

// TestUpdatingSpeaksTheOwnersLanguage.
func TestUpdatingSpeaksTheOwnersLanguage(t *testing.T) {
	for _, row := range []struct {
		language string
		want     string
	}{
		{"", "Update to 1.3.0"},
		{"de", "Update auf 1.3.0"},
		{"fr", "Mise à jour : 1.3.0"},
		{"zh", "更新到1.3.0"},
	} {
		n := updating(device.Region{Language: row.language}, "1.3.0")
		must.Do(t, n.Validate())
		must.Equal(t, n.Frames[0].Text[0].Text, row.want, row.language)
	}
}

// TestDiagnoseUpdates: what the doctor says of a channel that cannot be used.
func TestDiagnoseUpdates(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for _, row := range []struct {
		name string
		cfg  config.Update
		text string // "" = nothing is said
	}{
		{"off", config.Update{}, ""},
		{"no keys", config.Update{Config: check.Config{URL: server.URL, KeyFile: "/nowhere/keys"}}, "/nowhere/keys"},
	} {
		got := diagnoseUpdates(t.Context(), config.Config{Update: row.cfg})
		if row.text == "" {
			if got != nil {
				t.Errorf("%s: %+v", row.name, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Level != doctor.Warning || !strings.Contains(got[0].Text, row.text) || got[0].Fix == "" ||
			strings.HasPrefix(got[0].Text, "update: ") {
			t.Errorf("%s: %+v", row.name, got)
		}
	}
}

// TestTroubleshootingQuotes: the guide has the doctor's words about the keys of releases.
func TestTroubleshootingQuotes(t *testing.T) {
	guide := must.Get(os.ReadFile("../docs/troubleshooting.md"))(t)
	const keys = "/nowhere/update.pub"
	var said bytes.Buffer
	release := config.Update{Config: check.Config{URL: "http://127.0.0.1:1/", KeyFile: keys}}
	_ = doctor.WriteText(&said, diagnoseUpdates(t.Context(), config.Config{Update: release}))
	for line := range strings.Lines(strings.ReplaceAll(said.String(), keys, "/usr/share/ledpost/update.pub")) {
		if !strings.Contains(string(guide), line) {
			t.Errorf("the guide lacks %q", line)
		}
	}
	if said.Len() == 0 {
		t.Error("the doctor says nothing")
	}
}

// TestSigned: what the keys of releases have signed, and nothing else; without keys, the reason.
func TestSigned(t *testing.T) {
	public, key, err := minisign.GenerateKey(nil)
	must.Do(t, err)
	_, other, err := minisign.GenerateKey(nil)
	must.Do(t, err)
	file := filepath.Join(t.TempDir(), "update.pub")
	if err := signed(file)(nil, nil); err == nil || !strings.HasPrefix(err.Error(), "no key to check the catalogue with: ") {
		t.Errorf("without keys: %v", err)
	}
	must.Do(t, os.WriteFile(file, []byte(public.String()), 0o600))
	data := []byte("apps")
	must.Do(t, signed(file)(data, minisign.Sign(key, data)))
	for why, by := range map[string][]byte{
		"a stranger's": minisign.Sign(other, data), "of other apps": minisign.Sign(key, []byte("others")), "none": nil,
	} {
		if err := signed(file)(data, by); !errors.Is(err, gallery.ErrUnsigned) {
			t.Errorf("%s: %v", why, err)
		}
	}
}
