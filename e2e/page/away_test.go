// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// TestPageOfADeviceThatIsAway says what was last known of it, and the page is there again as soon as the device is,
// of whatever version that is.
func TestPageOfADeviceThatIsAway(t *testing.T) {
	for _, scheme := range []string{browser.Light, browser.Dark} {
		p := browser.NewPageHere(t, 390, 844, scheme)
		p.Expect(browser.IsAway)
		data := t.TempDir()
		r := rig.LaunchIn(t, data, nil)
		p.Visit(r.URL + "/#" + r.Key)
		p.Live()
		p.CSS("#on-what").Reads("Clock")
		p.Guarded()
		p.Hide() // which keeps what is known
		p.Look()
		p.Idle()
		port := r.Port()
		r.Kill()
		p.Reload()
		p.CSS("#since").Matches("^No connection since")
		p.CSS("#showed").Reads("Last seen: Clock")
		p.CSS("#picture").Drawn(1)
		p.Looks("the page of a device that is away")
		p.Shoot("away-" + scheme + ".png")
		rig.LaunchIn(t, data, nil, "--http", ":"+port)
		p.Live()
	}
}

// shares is a site of somebody else that shares with a device without being asked to, as a phone does when it is.
func shares(t *testing.T, device, fields string) string {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `<!doctype html><title>x</title><form method="post" action="%s/share" enctype="multipart/form-data">
			<input name="title" value="A title"><input name="text" value=""><input name="url" value="https://example.org/a">
			<input name="picture" type="file"></form><script>%s; document.forms[0].submit()</script>`, device, fields)
	}))
	t.Cleanup(site.Close)
	return site.URL
}

// icons counts those that the device has.
func icons(r *rig.Device) int {
	var all []struct{}
	r.Call("GET", "/live/icons?thumbs=false", "", &all)
	return len(all)
}

// TestPageTakesWhatIsShared into the composer and the editor of icons, whoever shares it, and sends nothing of it.
func TestPageTakesWhatIsShared(t *testing.T) {
	p, r := browser.NewPageHere(t, 390, 844, browser.Light), rig.Launch(t, nil)
	p.Visit(r.URL + "/#" + r.Key)
	p.Live()
	p.Guarded()
	before := icons(r)
	for _, row := range []struct{ name, script, text, toast string }{
		{"a link", ``, "A title https://example.org/a", "What you shared is in the composer. Nothing has been sent yet."},
		{"a long text", `document.forms[0].text.value = 'x'.repeat(2000)`, "", "What you shared is in the composer."},
		{"too much", `document.forms[0].text.value = 'x'.repeat(6e6)`, "", "Nothing of this can be shown"},
	} {
		p.Visit(shares(t, r.URL, row.script))
		p.Live()
		p.Toast(row.toast)
		p.CSS("#places [aria-current=page]").Reads("Send")
		if row.text != "" {
			p.Field("Text").Holds(row.text)
			p.Shoot("shared.png")
		}
	}
	p.Visit(shares(t, r.URL, `const c = document.createElement('canvas'); c.width = c.height = 8;
		c.getContext('2d').fillRect(0, 0, 4, 8);
		const put = new DataTransfer(), data = Uint8Array.from(atob(c.toDataURL().split(',')[1]), (x) => x.charCodeAt(0));
		put.items.add(new File([data], 'My Cat.png', { type: 'image/png' })); document.forms[0].picture.files = put.files`))
	p.Live()
	p.CSS("#pixels").Shows()
	p.Field("Name of the icon").Holds("my-cat")
	if n := len(r.Queue()); n != 0 || icons(r) != before {
		t.Errorf("%d messages were sent, %d icons are there, want %d", n, icons(r), before)
	}
}
