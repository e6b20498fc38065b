// SPDX-License-Identifier: Apache-2.0

package update

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"aead.dev/minisign"
)

// TestSource: a channel gives what is signed for it, whole, and says which file it lacks.
func TestSource(t *testing.T) {
	public, secret := keys(t)
	_, foreign := keys(t)
	other := strings.Replace(good, `"counter"`, `"channel":"beta","counter"`, 1)
	by := func(key minisign.PrivateKey, text string) string { return string(minisign.Sign(key, []byte(text))) }
	for _, row := range []struct {
		why, text, signature string
		is                   error
		says                 string
	}{
		{"a release", good, by(secret, good), nil, ""},
		{"no manifest", "", by(secret, good), nil, "answers 404 for manifest.json"},
		{"no signature", good, "", nil, "answers 404 for manifest.json.minisig"},
		{"a manifest that goes on", good + strings.Repeat(" ", MaxManifest), by(secret, good), nil, "at most 65536 bytes"},
		{"a signature that goes on", good, by(secret, good) + strings.Repeat(" ", MaxManifest), nil, "at most 65536 bytes"},
		{"signed by somebody", good, by(foreign, good), ErrSignature, ""},
		{"of another text", other, by(secret, good), ErrSignature, ""},
		{"for another channel", other, by(secret, other), ErrOther, "beta"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text := map[string]string{"/x/stable/" + ManifestFile: row.text,
				"/x/stable/" + SignatureFile: row.signature}[r.URL.Path]
			if text == "" {
				http.NotFound(w, r)
				return
			}
			_, _ = w.Write([]byte(text))
		}))
		s := Source{URL: server.URL + "/x", Channel: "stable", Trust: trusting(public), Client: server.Client()}
		m, err := s.Manifest(t.Context())
		server.Close()
		switch {
		case row.is == nil && row.says == "":
			if err != nil || m.Version != "1.2.0" {
				t.Errorf("%s: %v, %v", row.why, m.Version, err)
			}
		case err == nil || row.is != nil && !errors.Is(err, row.is) || !strings.Contains(err.Error(), row.says):
			t.Errorf("%s: %v, want %v %q", row.why, err, row.is, row.says)
		}
	}
}
