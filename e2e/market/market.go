// SPDX-License-Identifier: Apache-2.0

// Package market is a catalogue of apps by others for tests of what many of them cost: examples, and apps that take
// much memory.
package market

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/others/gallery"
)

// meadow is an app that takes much: 500 pictures, and a list of some 20 MB.
const meadow = `
load("render.star", "render")

def blade(n, k):
    return render.Box(width = 1 + n * k % 9, height = 32, color = ["#0a0", "#080", "#4c0"][(n + k) % 3])

def main():
    kept = [str(n) * 60 for n in range(60000)]
    return render.Root(child = render.Animation([
        render.Row([blade(n, k) for k in range(12)])
        for n in range(500)
    ]))
`

// film is an app with as many pictures of 64×32 as an app may paint: nearly all bytes that the device keeps of one.
const film = `
load("render.star", "render")

def main():
    return render.Root(child = render.Animation([
        render.Box(width = 1 + n % 64, height = 1 + n // 64, color = "#4c0")
        for n in range(2000)
    ]))
`

// Fickle is how many of the programs have nothing to show on some days.
const Fickle = 3

// Programs returns n programs: the examples in the folder that ask nobody, meadows, and a film.
func Programs(examples string, n int) (all [][]byte, err error) {
	files, err := filepath.Glob(filepath.Join(examples, "*.star"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if !bytes.Contains(text, []byte("http.star")) {
			all = append(all, text)
		}
	}
	all = all[:min(len(all), n-1)]
	for i := 1; len(all) < n-1; i++ {
		all = append(all, fmt.Appendf(nil, "%s\n# %d\n", meadow, i))
	}
	return append(all, []byte(film)), nil
}

// ID returns the id of program n in the catalogue, and its name.
func ID(n int) string { return fmt.Sprint("app-", n) }

// New returns a handler that serves the catalogue of the programs at /gallery.json.gz, and the programs. base is its
// address, such as http://127.0.0.1:80.
func New(base string, programs [][]byte) (http.Handler, error) {
	c := gallery.Catalogue{Head: gallery.Head{Form: gallery.Form, Commit: strings.Repeat("a", 40), Date: time.Now(),
		Base: base + "/apps/", License: "Apache-2.0"}}
	for i, text := range programs {
		c.Apps = append(c.Apps, gallery.App{ID: ID(i), Name: ID(i), Author: "Ada", Summary: "An app",
			Category: "art", Main: "a.star",
			Files: []gallery.File{{Path: "a.star", From: ID(i), Size: len(text), Hash: sha256.Sum256(text)}}})
	}
	packed, err := gallery.Write(&c)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/gallery.json.gz", func(w http.ResponseWriter, _ *http.Request) { w.Write(packed) })
	mux.HandleFunc("/apps/", func(w http.ResponseWriter, r *http.Request) {
		i := -1
		fmt.Sscanf(path.Base(r.URL.Path), "app-%d", &i)
		if i < 0 || i >= len(programs) {
			http.NotFound(w, r)
			return
		}
		w.Write(programs[i])
	})
	return mux, nil
}
