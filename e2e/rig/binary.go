// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// The binary is built once for all tests of a package.
var (
	buildOnce sync.Once
	builtPath string
	buildErr  error
)

// Main runs the tests of a package, removes the binary that they have built and returns
// the exit code. It belongs into the package's TestMain.
func Main(m *testing.M) (code int) {
	defer func() {
		if builtPath != "" {
			os.RemoveAll(filepath.Dir(builtPath))
		}
	}()
	return m.Run()
}

// Root returns the folder of the module.
func Root(t *testing.T) string {
	t.Helper()
	dir := must.Get(filepath.Abs("."))(t)
	for ; dir != "/"; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("no go.mod above this package")
	return ""
}

// SeeSources looks at every source below root. go test keeps a result until a file that
// the test process itself has looked at changes, and the compiler that embeds the page
// is another process.
func SeeSources(root string) {
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == ".git" && d.IsDir() { // in a second work tree it is a file
			return fs.SkipDir
		}
		os.Stat(path)
		return nil
	})
}

// Binary returns the path of ledpost, built from the sources around the test.
func Binary(t *testing.T) string {
	t.Helper()
	root := Root(t)
	buildOnce.Do(func() {
		dir, err := os.MkdirTemp("", "ledpost")
		if err != nil {
			buildErr = err
			return
		}
		builtPath = filepath.Join(dir, "ledpost")
		SeeSources(root)
		cmd := exec.Command("go", "build", "-race="+strconv.FormatBool(Raced), "-o", builtPath, ".")
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			buildErr = fmt.Errorf("%w: %s", err, out)
		}
	})
	if buildErr != nil {
		t.Fatal(buildErr)
	}
	return builtPath
}

// FreePort returns a port that nobody uses: the device opens its port again with each
// configuration. It is below those that systems give to connections, which may take one meanwhile.
func FreePort(t *testing.T) string {
	t.Helper()
	for range 100 {
		port := strconv.Itoa(20_000 + rand.IntN(12_000))
		if l, err := net.Listen("tcp", ":"+port); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return ""
}

// Columns returns the columns from x0 up to x1 of a picture in text.
func Columns(picture string, x0, x1 int) (cut string) {
	for line := range strings.Lines(picture) {
		cut += line[x0:x1] + "\n"
	}
	return cut
}

// Command runs ledpost with this standard input and returns what it prints and its
// exit code.
func Command(t *testing.T, in string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(Binary(t), args...)
	cmd.Stdin = strings.NewReader(in)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// Outside is a server of radio stations, of places and of a value, until the test ends.
func Outside(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/json/stations/search"):
			fmt.Fprint(w, `[{"name":"Jazz FM","url":"http://radio.test/live","url_resolved":"http://radio.test/live","codec":"MP3","bitrate":128}]`)
		case r.URL.Path == "/v1/search":
			fmt.Fprint(w, `{"results":[{"name":"Paris","latitude":48.85,"longitude":2.35,"country":"France","admin1":"Île-de-France"},
				{"name":"Paris","latitude":33.66,"longitude":-95.55,"country":"United States","admin1":"Texas"}]}`)
		case r.URL.Path == "/value":
			fmt.Fprint(w, `{"room":{"temperature":21.5,"humidity/out":40}}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}
