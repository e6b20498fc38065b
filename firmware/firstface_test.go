// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"image"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/must"
)

// TestFirstFace: a new device begins with the clock's face that suits its panel.
func TestFirstFace(t *testing.T) {
	for _, row := range []struct {
		why  string
		size image.Point
		want bool
	}{
		{"large", image.Pt(64, 32), true},
		{"the reference", image.Pt(37, 8), false},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "config.toml")
		must.Do(t, os.WriteFile(file, []byte("[http]\naddr = \"127.0.0.1:0\"\ntls = \"\"\n"), 0o600))
		ctx, cancel := context.WithCancel(t.Context())
		told, ended := make(chan string, 1), make(chan error, 1)
		go func() {
			ended <- Run(ctx, Options{Layers: config.Layers{File: file}, Dir: filepath.Join(dir, "data"), Size: row.size,
				Ready: func(url, key string) { told <- listed(t, url, key) }})
		}()
		select {
		case list := <-told:
			if got := strings.Contains(list, `"face":"gradient"`); got != row.want {
				t.Errorf("%s: a gradient: %v, want %v", row.why, got, row.want)
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

// listed returns the list of the device's widgets.
func listed(t *testing.T, url, key string) string {
	r, err := http.NewRequest("GET", url+"/live/apps", nil)
	if err != nil {
		t.Error(err)
		return ""
	}
	r.SetBasicAuth("dev", key)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	return string(body)
}
