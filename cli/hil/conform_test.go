// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/must"
)

// TestConformCannotTry: what is no device, or not said rightly, ends with 2 and a reason.
func TestConformCannotTry(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	for _, c := range []struct {
		why  string
		args []string
		want string
	}{
		{"no URL", []string{"--key", "k"}, "want one URL"},
		{"a name", []string{"--key", "k", "lamp"}, "is not a URL"},
		{"no key", []string{other.URL}, "key with --key"},
		{"a flag that there is not", []string{"--quiet", other.URL}, "quiet"},
		{"a profile that there is not", []string{"--profile", "pixoo", "--key", "k", other.URL}, "is no profile"},
		{"an archive and a device", []string{"--against", "x", other.URL}, "asks no device"},
		{"no archive", []string{"--against", filepath.Join(t.TempDir(), "x")}, "no such file"},
		{"a server where one is", []string{"--profile", "tronbyt-client", other.URL}, "in use"},
		{"another server", []string{"--key", "k", other.URL}, "404"},
		{"nobody", []string{"--key", "k", "http://127.0.0.1:1"}, "refused"},
	} {
		var out bytes.Buffer
		err := room.Run(t.Context(), append([]string{"conform"}, c.args...), command.Streams{Out: &out, Err: &out})
		if err == nil || command.ExitCode(err) != 2 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
	must.Equal(t, command.ExitCode(errUnlike), 1, "statements that do not hold")
}

// TestConformReports: the results as lines, as TAP or as JUnit's file.
func TestConformReports(t *testing.T) {
	all := []conform.Result{{}}
	file := filepath.Join(t.TempDir(), "out.xml")
	for _, row := range []struct {
		name  string
		cmd   conformCmd
		all   []conform.Result
		begin string
	}{
		{"for people", conformCmd{}, all, "\n"},
		{"nothing was tried", conformCmd{}, nil, ""},
		{"TAP", conformCmd{tap: true}, all, "TAP version"},
		{"JUnit too", conformCmd{junit: file}, all, "\n"},
	} {
		var out bytes.Buffer
		if err := row.cmd.report(&out, row.all); err != nil || !strings.HasPrefix(out.String(), row.begin) ||
			row.begin == "" && out.Len() > 0 {
			t.Errorf("%s: %v, %q", row.name, err, out.String())
		}
		if _, err := os.Stat(file); (err == nil) != (row.cmd.junit != "") {
			t.Errorf("%s: a file: %v", row.name, err)
		}
	}
}

// TestJUnit: a server of tests reads apart what is different from what could not be compared.
func TestJUnit(t *testing.T) {
	for _, row := range []struct {
		result error
		want   string
	}{
		{nil, `tests="1" failures="0" errors="0"><testcase classname="hil" name="a"></testcase>`},
		{&hw.Difference{}, `failures="1" errors="0"><testcase classname="hil" name="a"><failure message="`},
		{errors.New("no capture"), `failures="0" errors="1"><testcase classname="hil" name="a"><error message="no capture">`},
	} {
		var out bytes.Buffer
		if err := junit(&out, "hil", "a", row.result, nil); err != nil || !strings.Contains(out.String(), row.want) {
			t.Errorf("%v: %v\n%s", row.result, err, out.String())
		}
	}
}
