// SPDX-License-Identifier: Apache-2.0

package power

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// offers is how many apps the shop has: no name comes twice.
const offers = gallery.MaxApps

// offered is the name of the n-th app.
func offered(n int) string { return fmt.Sprint("app-", n) }

// shop serves a catalogue and its apps, and returns the arguments of a device that has its apps from there.
func shop(t *testing.T) []string {
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	c := gallery.Catalogue{Head: gallery.Head{Form: gallery.Form, Commit: strings.Repeat("a", 40), Date: time.Now(),
		Base: server.URL + "/apps/", License: "Apache-2.0"}}
	for n := range offers {
		name := offered(n)
		text := program(name)
		c.Apps = append(c.Apps, gallery.App{ID: name, Name: name, Author: "Ada", Summary: "Shows nothing",
			Category: "art", Main: "a.star",
			Files: []gallery.File{{Path: "a.star", From: name, Size: len(text), Hash: sha256.Sum256([]byte(text))}}})
	}
	packed := must.Get(gallery.Write(&c))(t)
	mux.HandleFunc("/gallery.json.gz", func(w http.ResponseWriter, _ *http.Request) { w.Write(packed) })
	mux.HandleFunc("/apps/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, program(path.Base(r.URL.Path)))
	})
	return rig.Configured(t, fmt.Sprintf("[gallery]\nurl = %q\n", server.URL+"/gallery.json.gz"))
}

// installedApps returns the apps of the gallery that are installed, and fails the test for a file that is not what its
// name says.
func installedApps(t *testing.T, r *rig.Device) (names []string) {
	t.Helper()
	var page struct{ Apps []struct{ ID string } }
	r.Call("GET", "/live/gallery?installed=true", "", &page)
	for _, a := range page.Apps {
		names = append(names, a.ID)
		text := program(a.ID)
		sum := sha256.Sum256([]byte(text))
		file := filepath.Join(r.Data, gallery.Folder, "files", hex.EncodeToString(sum[:]))
		if kept, err := os.ReadFile(file); err != nil || string(kept) != text {
			t.Errorf("the app %s has %d of %d bytes: %v", a.ID, len(kept), len(text), err)
		}
	}
	return names
}
