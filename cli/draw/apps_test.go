// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"bytes"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/must"
)

// written writes an app, and returns its file.
func written(t *testing.T, source string) string {
	file := filepath.Join(t.TempDir(), "app.star")
	must.Do(t, os.WriteFile(file, []byte(source), 0o600))
	return file
}

// TestAppsTry: an app becomes a GIF or text, or the error names its place as a compiler does.
func TestAppsTry(t *testing.T) {
	applettest.Program(t)
	hello := written(t, "def main(config):\n    return config.get('who', 'Hi')\n")
	text := must.Get(room.Said(t, "apps", "try", "--size", "37x8", hello))(t)
	if strings.Count(text, "\n") != 8 || !strings.Contains(text, "#") {
		t.Errorf("%s", text)
	}
	if other := must.Get(room.Said(t, "apps", "try", "--size", "37x8", "--set", "who=Me", hello))(t); other == text {
		t.Error("a setting changes nothing")
	}
	out := filepath.Join(t.TempDir(), "out.gif")
	must.Get(room.Said(t, "apps", "try", "--size", "128x64", "--gif", out, hello))(t)
	f := must.Get(os.Open(out))(t)
	defer f.Close()
	if m := must.Get(gif.DecodeAll(f))(t); m.Config.Width != 128 || m.Config.Height != 64 {
		t.Errorf("%d×%d", m.Config.Width, m.Config.Height)
	}
	box := "load('render.star', 'render')\ndef main():\n    return render.Root(render.Box(color = '#fff'))\n"
	for _, row := range []struct{ name, source, want string }{
		{"a fault in the app", "def main():\n    return 1 + 'a'\n", "app.star:2:14: unknown binary op: int + string"},
		{"a misspelt key", "def main():\n    return {'txt': 'x'}\n",
			`app.star:2:13: frame 1 has no "txt" (did you mean "text"?)`},
		{"a misspelt icon", "def main():\n    return {'icon': 'face-smlie'}\n",
			`app.star:2:21: frame 1: icon: there is no icon "face-smlie" (did you mean "face-smile"?)`},
		{"a frame that no notification may have", "def main():\n    return {'chartData': 'x'}\n", "chartData"},
		{"a picture larger than the panel", box, "the app needs a panel of 64×32 pixels or more"},
		{"nothing to show", "def main():\n    pass\n", "the app has nothing to show now"},
		{"another host", "load('http.star', 'http')\ndef main():\n    http.get('http' + '://a.example')\n",
			"the app asks for a.example"},
		{"a local address", "load('http.star', 'http')\ndef main():\n    http.get('http://127.0.0.1:1')\n",
			"127.0.0.1 is a loopback address"},
	} {
		_, err := room.Said(t, "apps", "try", "--size", "37x8", written(t, row.source))
		must.Fail(t, err, row.want, row.name)
	}
}

// TestAppsTryPrints: what an app prints goes to the standard error, with its place, also before a fault.
func TestAppsTryPrints(t *testing.T) {
	applettest.Program(t)
	app := written(t, "def main():\n    print('a', 1)\n    fail('no')\n")
	var out, said bytes.Buffer
	err := room.Run(t.Context(), []string{"apps", "try", app}, command.Streams{Out: &out, Err: &said})
	must.Fail(t, err, "no", "the fault")
	if want := app + ":2: a 1\n"; said.String() != want || out.Len() > 0 {
		t.Errorf("%q and %q, want %q", out.String(), said.String(), want)
	}
}

func TestAppsTryArguments(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	app := written(t, "def main():\n    return 'x'\n")
	for _, row := range []struct {
		name, want string
		args       []string
	}{
		{"no app", "app", nil},
		{"no Starlark", ".star", []string{"app.py"}},
		{"no GIF", ".gif", []string{"--gif", "a.png", app}},
		{"text made larger", "--scale", []string{"--scale", "2", app}},
		{"no program", "ledpost-apps is not installed", []string{app}},
	} {
		_, err := room.Said(t, append([]string{"apps", "try"}, row.args...)...)
		must.Fail(t, err, row.want, row.name)
	}
}
