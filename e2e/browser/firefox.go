// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// NewFirefox is NewPageHere in Firefox. Such a page is visited, read, pressed, filled and photographed; what needs
// Chromium's own protocol, as a file that is saved or an answer in the device's place, it cannot do.
func NewFirefox(t *testing.T, width, height int, scheme string) *Page {
	t.Helper()
	return newOther(t, func(ctx context.Context, said *console) tab {
		f := startFirefox(t, ctx, scheme, said)
		f.must(t, ctx, "session.new", object{"capabilities": object{}})
		f.must(t, ctx, "session.subscribe", object{"events": []string{"log.entryAdded"}})
		for _, script := range scripts() {
			f.must(t, ctx, "script.addPreloadScript", object{"functionDeclaration": "() => {" + script + "\n}"})
		}
		return f.open(t, ctx, width, height)
	})
}

// A firefox is a process of Firefox, which speaks WebDriver BiDi (W3C Working Draft) over a WebSocket.
type firefox struct {
	socket *websocket.Conn
	said   *console

	mu      sync.Mutex
	last    int
	answers map[int]chan reply
}

// A reply answers a command, or tells of an event.
type reply struct {
	ID      int
	Type    string // success, error or event
	Error   string
	Message string
	Method  string
	Result  json.RawMessage
	Params  struct{ Level, Text string } // of log.entryAdded
}

// A foxTab is a tab of Firefox.
type foxTab struct {
	*firefox
	id            string
	width, height int
}

// settings are what a profile begins with: nothing that asks a server of Mozilla, and a colour scheme.
const settings = `user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("intl.accept_languages", "en-US");
user_pref("media.autoplay.default", 0);
user_pref("layout.css.prefers-color-scheme.content-override", %d);
`

// startFirefox starts Firefox until the test ends.
func startFirefox(t *testing.T, ctx context.Context, scheme string, said *console) *firefox {
	t.Helper()
	profile := t.TempDir()
	dark := map[string]int{Dark: 0, Light: 1}
	must.Do(t, os.WriteFile(filepath.Join(profile, "user.js"), fmt.Appendf(nil, settings, dark[scheme]), 0o600))
	fonts := filepath.Join(t.TempDir(), "fonts")
	must.Do(t, os.Mkdir(fonts, 0o700))
	cmd := exec.Command(testtool.Find(t, "firefox-esr", "firefox"), "--headless", "--no-remote",
		"--remote-debugging-port=0", "--profile", profile, "about:blank")
	cmd.Env = append(os.Environ(), "LC_ALL=en_US.UTF-8", "HOME="+profile, "FONTCONFIG_FILE="+DejaVu.only(t, fonts))
	errs := must.Get(cmd.StderrPipe())(t)
	runs(t, cmd)
	f := &firefox{said: said, answers: map[int]chan reply{}}
	address := must.Get(listens(errs))(t)
	f.socket, _, _ = websocket.Dial(ctx, address+"/session", nil)
	if f.socket == nil {
		t.Fatalf("Firefox does not answer at %s", address)
	}
	f.socket.SetReadLimit(64 << 20) // pictures
	go f.listen(ctx)
	return f
}

// listens returns the address that Firefox prints, and reads on so that it never waits.
func listens(errs io.Reader) (address string, err error) {
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
			go io.Copy(io.Discard, errs)
			return strings.TrimSpace(at), nil
		}
	}
	return "", fmt.Errorf("the browser has ended: %w", io.ErrUnexpectedEOF)
}

// listen hands on what Firefox says until ctx ends.
func (f *firefox) listen(ctx context.Context) {
	for {
		var r reply
		if wsjson.Read(ctx, f.socket, &r) != nil {
			return
		}
		if r.Type == "event" {
			f.said.heard(r.Params.Level, r.Params.Text)
			continue
		}
		f.mu.Lock()
		answer := f.answers[r.ID]
		delete(f.answers, r.ID)
		f.mu.Unlock()
		if answer != nil {
			answer <- r
		}
	}
}

// command has Firefox do something, and returns its result. Only a command that Firefox refuses is an errThere.
func (f *firefox) command(ctx context.Context, method string, params object) (json.RawMessage, error) {
	answer := make(chan reply, 1)
	f.mu.Lock()
	f.last++
	id := f.last
	f.answers[id] = answer
	f.mu.Unlock()
	if err := wsjson.Write(ctx, f.socket, object{"id": id, "method": method, "params": params}); err != nil {
		return nil, err
	}
	select {
	case r := <-answer:
		if r.Type == "error" {
			return nil, errThere(r.Error + ": " + r.Message)
		}
		return r.Result, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (f *firefox) must(t *testing.T, ctx context.Context, method string, params object) json.RawMessage {
	t.Helper()
	return must.Get(f.command(ctx, method, params))(t)
}

// open opens a tab.
func (f *firefox) open(t *testing.T, ctx context.Context, width, height int) tab {
	t.Helper()
	var made struct{ Context string }
	must.Do(t, json.Unmarshal(f.must(t, ctx, "browsingContext.create", object{"type": "tab"}), &made))
	opened := &foxTab{firefox: f, id: made.Context}
	must.Do(t, opened.resize(ctx, width, height))
	return opened
}

// beside opens a tab of the same size.
func (f *foxTab) beside(t *testing.T, ctx context.Context) tab {
	t.Helper()
	return f.open(t, ctx, f.width, f.height)
}

// resize gives the tab another size.
func (f *foxTab) resize(ctx context.Context, width, height int) error {
	f.width, f.height = width, height
	size := object{"width": width, "height": height}
	_, err := f.command(ctx, "browsingContext.setViewport", f.with("viewport", size))
	return err
}

// with returns the tab as a command's parameter, beside another one.
func (f *foxTab) with(name string, value any) object { return object{"context": f.id, name: value} }

// evaluate returns what the promise that a script makes is kept with, as JSON.
func (f *foxTab) evaluate(ctx context.Context, script string) ([]byte, error) {
	said, err := f.command(ctx, "script.evaluate", object{
		"expression": script + ".then(JSON.stringify)", "target": object{"context": f.id}, "awaitPromise": true,
	})
	if err != nil {
		return nil, err
	}
	var out struct {
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	if err := json.Unmarshal(said, &out); err != nil {
		return nil, err
	}
	if fault := out.ExceptionDetails.Text; fault != "" {
		return nil, fmt.Errorf("%w %s", errThrown, fault)
	}
	return []byte(out.Result.Value), nil
}

// button presses the left button of the mouse at a place, or lets it go there.
func (f *foxTab) button(ctx context.Context, down bool, at point) error {
	_, err := f.command(ctx, "input.performActions", f.with("actions", mouseActions(down, at)))
	return err
}

// visit opens an address; "" = loads again what is open.
func (f *foxTab) visit(ctx context.Context, address string) (err error) {
	if address == "" {
		_, err = f.command(ctx, "browsingContext.reload", f.with("wait", "complete"))
		return err
	}
	_, err = f.command(ctx, "browsingContext.navigate", object{"context": f.id, "url": address, "wait": "complete"})
	return err
}

// shot is a picture of the window, or of the whole page, as a PNG.
func (f *foxTab) shot(ctx context.Context, whole bool) ([]byte, error) {
	of := "viewport"
	if whole {
		of = "document"
	}
	said, err := f.command(ctx, "browsingContext.captureScreenshot", f.with("origin", of))
	if err != nil {
		return nil, err
	}
	var picture struct{ Data []byte }
	return picture.Data, json.Unmarshal(said, &picture)
}

// key presses a key while others are held.
func (f *foxTab) key(ctx context.Context, r rune, held []chromedp.Modifier) error {
	_, err := f.command(ctx, "input.performActions", f.with("actions", keyActions(r, held)))
	return err
}
