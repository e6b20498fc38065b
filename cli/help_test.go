// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// said runs a command and returns what it prints.
func said(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Run(t.Context(), args, Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard})
	return out.String(), err
}

// TestHelp: every command is listed, explains itself, and words that lead nowhere are told.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"-h"}, {"help"}} {
		out, err := said(t, args...)
		for _, c := range listed("") {
			if err != nil || !strings.Contains(out, "\n  "+c.Name+" ") || !strings.Contains(out, c.Help) {
				t.Errorf("%v: %v, %s is not listed in\n%s", args, err, c.Name, out)
			}
		}
		if strings.Contains(out, "updater") {
			t.Errorf("%v lists commands of the service", args)
		}
	}
	for _, c := range listed("") {
		for _, args := range [][]string{append(strings.Fields(c.Name), "--help"),
			append([]string{"help"}, strings.Fields(c.Name)...)} {
			if out, err := said(t, args...); err != nil || !strings.HasPrefix(out, "Usage: ledpost "+c.Name+" [flags]") ||
				!strings.Contains(out, c.Help) {
				t.Errorf("%v: %v\n%s", args, err, out)
			}
		}
	}
	if out, err := said(t, "hil", "--help"); err != nil || !strings.Contains(out, "hil compare") ||
		strings.Contains(out, "\n  run ") {
		t.Errorf("hil: %v\n%s", err, out)
	}
	for _, row := range []struct{ args, want string }{
		{"dance", `unknown command "dance"`}, {"--log loud", `--log "loud"`}, {"hil", "choose one of hil compare"},
		{"hil dance", `unknown command "hil dance"`}, {"dance hil", `unknown command "dance"`},
		{"version x", `unexpected argument "x"`}, {"version --loud", "flag: --loud; 'ledpost version --help'"},
		{"push --host 192.0.2.7 x", "--host, use --to; 'ledpost push"}, {"icon 9", "-o DIR is missing"},
		{"find x", `unexpected argument "x"`},
	} {
		if _, err := said(t, strings.Fields(row.args)...); err == nil || ExitCode(err) != 2 ||
			!strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.args, err, row.want)
		}
	}
}

// TestEnvironment: a flag may stand in the environment; the command line wins, and a bad
// value is told with its name.
func TestEnvironment(t *testing.T) {
	t.Setenv("LEDPOST_LICENCES", "true")
	if out, err := said(t, "version"); err != nil || !strings.Contains(out, "Apache") {
		t.Errorf("%v, %.80q", err, out)
	}
	if out, err := said(t, "version", "--licences=false"); err != nil || !strings.HasPrefix(out, "ledpost ") ||
		!strings.Contains(out, runtime.GOARCH) {
		t.Errorf("%v, %.80q", err, out)
	}
	t.Setenv("LEDPOST_LICENCES", "perhaps")
	if _, err := said(t, "version"); err == nil || ExitCode(err) != 2 ||
		!strings.Contains(err.Error(), "LEDPOST_LICENCES") {
		t.Errorf("%v", err)
	}
}

// TestCommandsKnowThePage: what is drawn, wired and compared is the device's.
func TestCommandsKnowThePage(t *testing.T) {
	data := t.TempDir()
	notification, own := filepath.Join(data, "hi.json"), filepath.Join(data, "config", "config.toml")
	must.Do(t, os.Mkdir(filepath.Dir(own), 0o700))
	must.Do(t, os.WriteFile(own, []byte("[panel]\ndriver = \"ws2812\"\n[text]\ncolor = \"#000000\"\n"), 0o600))
	must.Do(t, os.WriteFile(notification, []byte(`{"model":{"frames":[{"text":"Hi"}]}}`), 0o600))
	for name, row := range map[string]struct {
		args []string
		want string // in what is printed, or in the error
	}{
		"wiring": {[]string{"wiring"}, "DIN"},
		// black on black
		"render":      {[]string{"render", notification}, strings.Repeat(".", 37) + "\n" + strings.Repeat(".", 37)},
		"hil compare": {[]string{"hil", "compare", "--expect", notification, filepath.Join(data, "none.vcd")}, "none.vcd"},
	} {
		var out strings.Builder
		err := Run(t.Context(), append(row.args, "--config", os.DevNull, "--data", data), Streams{Out: &out})
		if said := fmt.Sprint(out.String(), err); !strings.Contains(said, row.want) ||
			name == "render" && strings.ContainsAny(said, "#+") {
			t.Errorf("%s: %s", name, said)
		}
	}
}
