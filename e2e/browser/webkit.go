// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// NewWebKit is NewPageHere in WebKitGTK, with the limits of [NewFirefox]. It has one tab, its pictures end with
// the window, and nobody hears what the page says on the console.
func NewWebKit(t *testing.T, width, height int, scheme string) *Page {
	t.Helper()
	return newOther(t, func(ctx context.Context, _ *console) tab {
		w := startWebKit(t, ctx, scheme)
		must.Do(t, w.resize(ctx, width, height))
		return w
	})
}

// A webkit is a session of WebKitGTK's MiniBrowser, which its driver controls (W3C WebDriver).
type webkit struct{ address string }

// bare leaves the buttons of MiniBrowser no room: their usual width is more than that of a telephone.
const bare = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }\n"

// startWebKit starts WebKitGTK until the test ends.
func startWebKit(t *testing.T, ctx context.Context, scheme string) *webkit {
	t.Helper()
	driver, screen := testtool.Find(t, "WebKitWebDriver"), testtool.Find(t, "Xvfb")
	home := must.Get(os.MkdirTemp(must.Get(rig.Scratch())(t), "webkit"))(t)
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	fonts, gtk := filepath.Join(home, "fonts"), filepath.Join(home, ".config", "gtk-3.0")
	must.Do(t, os.Mkdir(fonts, 0o700))
	must.Do(t, os.MkdirAll(gtk, 0o700))
	must.Do(t, os.WriteFile(filepath.Join(gtk, "gtk.css"), []byte(bare), 0o600))
	theme := map[string]string{Dark: "Adwaita:dark", Light: "Adwaita"}[scheme]
	port := rig.FreePort(t)
	cmd := exec.Command(driver, "--port="+port)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME=", "XDG_CACHE_HOME=", "XDG_DATA_HOME=", "LC_ALL=C",
		"FONTCONFIG_FILE="+DejaVu.only(t, fonts), "GTK_THEME="+theme, "GDK_BACKEND=x11", "DISPLAY=:"+display(t, screen))
	runs(t, cmd)
	w := &webkit{"http://127.0.0.1:" + port}
	eventually.True(t, "WebKitGTK's driver answers", func() bool {
		return w.command(ctx, "GET", "/status", nil, nil) == nil
	})
	var made struct{ SessionID string }
	must.Do(t, w.command(ctx, "POST", "/session", object{"capabilities": object{}}, &made))
	w.address += "/session/" + made.SessionID
	t.Cleanup(func() { // or MiniBrowser outlives its driver
		_ = w.command(context.Background(), "DELETE", "", nil, nil)
	})
	return w
}

// display is a new one that nobody sees, where MiniBrowser draws, by its number.
func display(t *testing.T, program string) (number string) {
	t.Helper()
	cmd := exec.Command(program, "-displayfd", "1", "-screen", "0", "2048x2048x24", "-nolisten", "tcp")
	out := must.Get(cmd.StdoutPipe())(t)
	runs(t, cmd)
	return strings.TrimSpace(must.Get(bufio.NewReader(out).ReadString('\n'))(t))
}

// command has the driver do something, and puts its answer into value, unless that is nil.
func (w *webkit) command(ctx context.Context, method, path string, params object, value any) error {
	body, err := json.Marshal(params)
	if err != nil {
		return err
	}
	asked, err := http.NewRequestWithContext(ctx, method, w.address+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	said, err := http.DefaultClient.Do(asked)
	if err != nil {
		return err
	}
	defer said.Body.Close()
	var out struct{ Value json.RawMessage }
	if err := json.NewDecoder(said.Body).Decode(&out); err != nil {
		return err
	}
	switch {
	case said.StatusCode != http.StatusOK:
		return errThere(out.Value)
	case value == nil:
		return nil
	}
	return json.Unmarshal(out.Value, value)
}

// waits tells the driver what the promise of a script is kept with, or nothing on a page that lacks the scripts of
// this package: WebDriver has none that begin with each page.
const waits = `const done = arguments[0];
if (!globalThis.ask) { done({}); return; }
%s.then(JSON.stringify).then((said) => done({ said }), (fault) => done({ fault: String(fault) }));`

// evaluate gives the page the scripts of this package where it lacks them.
func (w *webkit) evaluate(ctx context.Context, script string) ([]byte, error) {
	for _, first := range []string{"", strings.Join(scripts(), "\n")} {
		var out struct{ Said, Fault string }
		err := w.command(ctx, "POST", "/execute/async",
			object{"script": first + "\n" + fmt.Sprintf(waits, script), "args": []any{}}, &out)
		switch {
		case err != nil:
			return nil, err
		case out.Fault != "":
			return nil, fmt.Errorf("%w %s", errThrown, out.Fault)
		case out.Said != "":
			return []byte(out.Said), nil
		}
	}
	return nil, errThere("the page is being loaded")
}

// actions does what a person does with a mouse or a keyboard.
func (w *webkit) actions(ctx context.Context, all []object) error {
	return w.command(ctx, "POST", "/actions", object{"actions": all}, nil)
}

// button is that of a tab.
func (w *webkit) button(ctx context.Context, down bool, at point) error {
	return w.actions(ctx, mouseActions(down, at))
}

// key is that of a tab.
func (w *webkit) key(ctx context.Context, r rune, held []chromedp.Modifier) error {
	return w.actions(ctx, keyActions(r, held))
}

// visit is that of a tab.
func (w *webkit) visit(ctx context.Context, address string) error {
	if address == "" {
		return w.command(ctx, "POST", "/refresh", object{}, nil)
	}
	return w.command(ctx, "POST", "/url", object{"url": address}, nil)
}

// resize gives the window the size that leaves this one for the page, below the bar of MiniBrowser.
func (w *webkit) resize(ctx context.Context, width, height int) error {
	const sizes = "return [innerWidth, innerHeight, outerWidth - innerWidth, outerHeight - innerHeight]"
	for range 50 { // the window follows when it can
		var is [4]int
		if err := w.command(ctx, "POST", "/execute/sync", object{"script": sizes, "args": []any{}}, &is); err != nil {
			return err
		}
		if is[0] == width && is[1] == height {
			return nil
		}
		size := object{"x": 0, "y": 0, "width": width + is[2], "height": height + is[3]}
		if err := w.command(ctx, "POST", "/window/rect", size, nil); err != nil {
			return err
		}
	}
	return fmt.Errorf("the window does not take the size of %d×%d", width, height)
}

// shot is a picture of the window, whether of all or not.
func (w *webkit) shot(ctx context.Context, _ bool) (picture []byte, err error) {
	err = w.command(ctx, "GET", "/screenshot", nil, &picture)
	return picture, err
}

// beside ends the test: each command goes to the one tab there is.
func (w *webkit) beside(t *testing.T, _ context.Context) tab {
	t.Helper()
	t.Fatal("a page in WebKit has one tab")
	return nil
}
