// SPDX-License-Identifier: Apache-2.0

package network

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/internal/must"
)

const (
	mine  = "1111111111111111"
	other = "2222222222222222"
)

// TestKeysStayHere: a key that was found on this machine is not sent to another.
func TestKeysStayHere(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("STATE_DIRECTORY", "")
	dir := filepath.Join(os.Getenv("XDG_STATE_HOME"), "ledpost")
	must.Do(t, os.MkdirAll(dir, 0o700))
	must.Do(t, os.WriteFile(filepath.Join(dir, "key"), []byte(mine+"\n"), 0o600))
	for name, row := range map[string]struct{ to, key, data, want string }{
		"IPv4 loopback":                {to: "http://127.0.0.1:8080", want: mine},
		"IPv6 loopback":                {to: "https://[::1]:4343", want: mine},
		"localhost":                    {to: "http://localhost:8080", want: mine},
		"an address of the network":    {to: "http://192.0.2.7:8080"},
		"a name that begins like ours": {to: "http://localhost.example:8080"},
		"no address at all":            {to: "http://127.0.0.1.example"},
		"a blank in the host":          {to: "http://127.0.0.1 x"},
		"a key that was given":         {to: "http://192.0.2.7:8080", key: other, want: other},
		"a directory that was named":   {to: "http://192.0.2.7:8080", data: dir, want: mine},
	} {
		f := remoteFlags{to: row.to, key: row.key, DataFlag: local.DataFlag{Data: row.data}}
		keys, err := f.secrets()
		if row.want == "" && (err == nil || len(keys) > 0 || !strings.Contains(err.Error(), "--key")) {
			t.Errorf("%s: keys %v, error %v", name, keys, err)
		}
		if row.want != "" && (err != nil || keys[0] != row.want) {
			t.Errorf("%s: keys %v, error %v, want %s first", name, keys, err, row.want)
		}
	}
}

// TestSecondKey: where two devices have run, the one that answers decides.
func TestSecondKey(t *testing.T) {
	var asked []string
	device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, key, _ := r.BasicAuth()
		asked = append(asked, key)
		if key != other {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer device.Close()
	f := remoteFlags{to: device.URL}
	if _, refused, err := f.ask(t.Context(), http.MethodPost, "/", mine, nil); !refused || err == nil {
		t.Errorf("a wrong key: refused %v, error %v", refused, err)
	}
	if _, refused, err := f.ask(t.Context(), http.MethodPost, "/", other, nil); refused || err != nil {
		t.Errorf("the right key: refused %v, error %v", refused, err)
	}
	if len(asked) != 2 {
		t.Errorf("asked with %v", asked)
	}
}

// room is what the tests run.
var room = commandtest.Room(Commands())
