// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// Demo serves the device in a tab (deploy/demo) until the test ends, as a site does: files, and nothing else.
func Demo(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.FileServer(http.Dir(DemoFiles(t))))
	t.Cleanup(s.Close)
	return s
}

// DemoFiles returns the folder of its files.
func DemoFiles(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser opens the demo, which is too slow beside the race detector")
	}
	testtool.Find(t, "bash")
	return must.Get(demo())(t)
}

// demo builds it once for all tests of this process: packed as environment variable QUALITY says, else fast.
var demo = sync.OnceValues(func() (dir string, err error) {
	root, err := root()
	if err != nil {
		return "", err
	}
	if dir, err = Scratch(); err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "demo")
	SeeSources(root)
	cmd := exec.Command(filepath.Join(root, "deploy/demo/build"), dir)
	cmd.Env = append([]string{"QUALITY=1"}, os.Environ()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return dir, nil
})

// Reached returns a device that this process has not started, as one in a tab: its page is at url, it takes key, and
// ask asks it with that key.
func Reached(t *testing.T, url, key string, ask func(method, path, body string) (status int, answer []byte)) *Device {
	return &Device{t: t, URL: url, Key: key, ask: ask}
}

// Within reports whether the device is in a tab, where only the browser reaches it.
func (r *Device) Within() bool { return r.ask != nil }
