// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"bytes"
	"errors"
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
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// Scratch returns a folder for what the tests of this process share. A shell, whose input closes
// with this process, removes it, however the process ends: more than once if a browser that
// ends meanwhile still writes there.
var Scratch = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "ledpost"); err != nil {
		return "", err
	}
	sweeper = exec.Command("sh", "-c", `cat; for n in 1 2 3 4 5; do rm -rf "$0" && exit; sleep 1; done`, dir)
	if _, err = sweeper.StdinPipe(); err != nil {
		return "", err
	}
	return dir, sweeper.Start()
})

// sweeper holds the open end of its pipe.
var sweeper *exec.Cmd

// Root returns the folder of the module.
func Root(t *testing.T) string { t.Helper(); return must.Get(root())(t) }

func root() (dir string, err error) {
	if dir, err = filepath.Abs("."); err != nil {
		return "", err
	}
	for ; dir != "/"; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
	}
	return "", errors.New("no go.mod above this package")
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
func Binary(t *testing.T) string { t.Helper(); return must.Get(built())(t) }

// built builds ledpost once for all tests of this process.
var built = sync.OnceValues(func() (path string, err error) {
	root, err := root()
	if err != nil {
		return "", err
	}
	dir, err := Scratch()
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "ledpost")
	SeeSources(root)
	cmd := exec.Command("go", "build", "-race="+strconv.FormatBool(testtool.Raced), "-o", path, ".")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

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

// Outside is a server of radio stations, of places, of a calendar and of a value, until the test ends.
func Outside(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(outside)
	t.Cleanup(s.Close)
	return s
}

// OutsideTLS is Outside over HTTPS. It has a certificate that nobody trusts.
func OutsideTLS(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewTLSServer(outside)
	t.Cleanup(s.Close)
	return s
}

// outside lets the pages of all sites read its answers, as radio-browser.info and Open-Meteo do.
var outside = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	switch {
	case strings.HasPrefix(r.URL.Path, "/json/stations/search"):
		fmt.Fprint(w,
			`[{"name":"Jazz FM","url":"http://radio.test/live","url_resolved":"http://radio.test/live","codec":"MP3",`+
				`"bitrate":128}]`)
	case r.URL.Path == "/v1/search":
		fmt.Fprint(w,
			`{"results":[{"name":"Paris","latitude":48.85,"longitude":2.35,"country":"France","admin1":"Île-de-France"},
				{"name":"Paris","latitude":33.66,"longitude":-95.55,"country":"United States","admin1":"Texas"}]}`)
	case r.URL.Path == "/secret.ics": // an appointment tomorrow
		fmt.Fprintf(w, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\n"+
			"DTSTART:%[1]sT120000Z\r\nDTEND:%[1]sT130000Z\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
			time.Now().AddDate(0, 0, 1).UTC().Format("20060102"))
	case r.URL.Path == "/value":
		fmt.Fprint(w, `{"room":{"temperature":21.5,"humidity/out":40}}`)
	default:
		http.NotFound(w, r)
	}
})
