// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"fmt"
	"image"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// A seen device is one whose panel the test looks at, by its wires, without a key.
type seen struct {
	*rig.Device
	panel  hw.PanelConfig
	wires  string
	glyphs map[string]string // digits by their pictures
}

// stand starts a new device with a panel of 40×8. Its configuration names the panel, so it is
// opened for the claim.
func stand(t *testing.T) seen {
	t.Helper()
	dir, data := t.TempDir(), t.TempDir()
	file, wires := filepath.Join(dir, "config.toml"), filepath.Join(dir, "wires.vcd")
	must.Do(t, os.WriteFile(file, []byte("[panel]\ndriver = \"max7219\"\nmodules = 5\nport = \"vcd:"+wires+"\"\n"), 0o600))
	rig.LaunchIn(t, data, nil).Stop()
	if _, errs, code := rig.Command(t, "", "key", "--open", "--data", data); code != 0 {
		t.Fatal(errs)
	}
	picture, errs, code := rig.Command(t, `{"model":{"frames":[{"text":"0123456789"}]}}`, "render", "--size", "128x8", "-")
	glyphs := map[string]string{}
	for i, glyph := range split(picture) {
		glyphs[glyph] = fmt.Sprint(i)
	}
	if code != 0 || len(glyphs) != 10 {
		t.Fatal(errs, picture)
	}
	return seen{rig.LaunchIn(t, data, nil, "--config", file), must.Get(config.Load(file))(t).Panel, wires, glyphs}
}

// split cuts a picture of text into its glyphs.
func split(picture string) (glyphs []string) {
	rows := strings.Fields(picture)
	glyph := ""
	for x := range len(rows[0]) + 1 {
		column := ""
		for _, row := range rows {
			if x < len(row) {
				column += row[x : x+1]
			}
		}
		if strings.Contains(column, "#") {
			glyph += column + " "
		} else if glyph != "" {
			glyphs, glyph = append(glyphs, glyph), ""
		}
	}
	return glyphs
}

// digits waits for four digits on the panel.
func (s seen) digits(t *testing.T) (digits string) {
	t.Helper()
	eventually.True(t, "the panel shows digits", func() bool {
		capture := must.Get(os.Open(s.wires))(t)
		defer capture.Close()
		var last image.Image
		_, _ = hw.Frames(s.panel, []io.Reader{capture}, nil, func(_ time.Duration, m image.Image) error {
			last = m
			return nil
		})
		if digits = ""; last != nil {
			for _, glyph := range split(text(last)) {
				digits += s.glyphs[glyph]
			}
		}
		return len(digits) == 4
	})
	return digits
}

// text is a picture as ledpost render prints it.
func text(m image.Image) string {
	var out strings.Builder
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			r, _, _, _ := m.At(x, y).RGBA()
			out.WriteByte(".#"[min(1, r>>12)])
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// wrong are digits that differ.
func wrong(digits string) string {
	if digits == "0000" {
		return "0001"
	}
	return "0000"
}

// TestPageClaimsByDigits: the page of a device with a panel asks for the digits that this
// shows; wrong ones are told kindly, and the right ones welcome the owner.
func TestPageClaimsByDigits(t *testing.T) {
	for name, look := range map[string]func() *browser.Page{
		"phone": func() *browser.Page { return browser.NewPage(t, 390, 844, browser.Light) },
		"desk":  func() *browser.Page { return browser.NewPage(t, 1280, 900, browser.Dark) },
	} {
		s, p := stand(t), look()
		p.Expect(`status of 403 .*/live/claim`)
		p.Visit(browser.Home(t, s.Device) + "/")
		p.Sees("Is this your display?")
		p.Press("Claim it and set it up")
		p.Sees("Your display shows four digits now.")
		p.Looks("the digits")
		digits := s.digits(t)
		p.Type("The four digits", wrong(digits))
		p.Sees("These are not the digits on the panel")
		p.Shoot("claim-digits-" + name + ".png")
		p.Type("The four digits", digits)
		p.Sees("Name and place")
	}
}

// claims is a page of another site that tries to claim a device: with each way of asking, and
// with digits that somebody has read to it. What it was able to read is in the list.
const claims = `<!doctype html><title>trying</title><ol></ol>
<form method="post" enctype="text/plain" action="DEVICE/live/claim" target="frame"><input name='{"code":"DIGITS","x":"' value='"}'></form>
<iframe name="frame"></iframe><img src="DEVICE/live/claim?show"><script type="module">
const at = 'DEVICE/live/claim', body = '{"code":"DIGITS"}', json = { 'Content-Type': 'application/json' };
for (const how of [{}, { headers: json }, { mode: 'no-cors' }, { mode: 'no-cors', credentials: 'include' }]) {
	await fetch(at, { method: 'POST', body, ...how }).then(async (a) => {
		if (a.type !== 'opaque') document.querySelector('ol').append(await a.text());
	}).catch(() => {});
}
navigator.sendBeacon(at, new Blob([body], { type: 'application/json' }));
await fetch(at + '?show').then(async (a) => document.querySelector('ol').append(await a.text())).catch(() => {});
document.forms[0].submit();
await new Promise((done) => {
  if (frames[0].frameElement) document.querySelector('iframe').onload = done; else done();
  setTimeout(done, 1000);
});
document.title = 'tried';
</script>`

// TestOtherSitesDoNotClaim: a page of another port, of a public name and of a file, that even
// knows the digits, neither claims a device nor reads how its claim stands. The device's own
// page does so with the same digits then.
func TestOtherSitesDoNotClaim(t *testing.T) {
	s, p := stand(t), browser.NewPage(t, 800, 600, browser.Light)
	p.Expect(`.`) // the browser says of each request that it was refused
	own := browser.NewPage(t, 390, 844, browser.Light)
	own.Visit(browser.Home(t, s.Device) + "/")
	own.Press("Claim it and set it up")
	home := browser.Home(t, s.Device)
	page := func() string { return strings.NewReplacer("DEVICE", home, "DIGITS", s.digits(t)).Replace(claims) }
	file := filepath.Join(t.TempDir(), "page.html")
	must.Do(t, os.WriteFile(file, []byte(page()), 0o600))
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, page())
	})
	p.Answer("/evil", handler)
	for _, address := range []string{home[:strings.LastIndex(home, ":")] + ":8099/evil", "http://evil.example/evil",
		"file://" + file} {
		p.Visit(address)
		eventually.True(t, address+" has tried all", func() bool { return p.Title() == "tried" })
		if read := p.CSS("ol").Text(); read != "" {
			t.Errorf("%s has read %s", address, read)
		}
	}
	own.Type("The four digits", s.digits(t))
	own.Sees("Name and place")
}
