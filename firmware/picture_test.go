// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"image"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/must"
	judge "github.com/ledpost/ledpost/update/trial"
)

// TestTestPicture: whoever judges an update sees this version draw the test picture, on the
// smallest panel and on the largest simulated one.
func TestTestPicture(t *testing.T) {
	for _, size := range []image.Point{image.Pt(8, 8), image.Pt(128, 64)} {
		dir := t.TempDir()
		file := filepath.Join(dir, "config.toml")
		text := "[http]\naddr = \"127.0.0.1:0\"\ntls = \"\"\n"
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		ctx, cancel := context.WithCancel(t.Context())
		told, ended := make(chan bool, 1), make(chan error, 1)
		go func() {
			ended <- Run(ctx, Options{Layers: config.Layers{File: file}, Size: size, Dir: filepath.Join(dir, "data"), Ready: func(url, key string) {
				a := judge.API{URL: url, Key: key, Client: http.DefaultClient}
				told <- a.Draws(t.Context(), true)
			}})
		}()
		select {
		case drawn := <-told:
			if !drawn {
				t.Errorf("it is not drawn at %v", size)
			}
		case err := <-ended:
			t.Fatal(err)
		case <-time.After(time.Minute):
			t.Fatal("nobody is told")
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
