// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/internal/netns"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestPageOverALAN: the page works over plain HTTP at an address of the LAN, where a
// browser gives it no secure context, from another host, in all states that a device
// gets into.
func TestPageOverALAN(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	testtool.Find(t, "chromium")
	if !netns.Own(t) { // where the device has no other address than that of the cable
		return
	}
	if _, err := theCable(); err != nil {
		testtool.Missing(t, "a second host: "+err.Error())
	}
	data := t.TempDir()
	rig.ManyIcons(t, filepath.Join(data, "icons"), 5000)
	r := rig.LaunchIn(t, data, nil, "--size", "256x64")
	port := r.Port()
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":false}}`, nil)
	for i := range 100 {
		r.Call("POST", "/api/v2/device/notifications", fmt.Sprintf(`{"lifetime":3600000,"model":{"cycles":0,"frames":[{"icon":2867,"text":"number %d"}]}}`, i), nil)
	}
	ctx := browse(t, 1280, 900, darkScheme)
	expect(ctx, isAway)
	expect(ctx, keyIsRefused)
	signIn(t, ctx, r)
	if value[bool](t, ctx, `isSecureContext`) {
		t.Error("the browser takes the page for secure: the test shows nothing")
	}
	do(t, ctx, until(`document.getElementById('panel').dataset.size === '256x64'`))
	do(t, ctx, until(`document.querySelectorAll('#queue li').length >= 100`))
	do(t, ctx, js(`document.getElementById('icon').click()`), until(`document.getElementById('icons').textContent.includes('(5,000)')`))
	do(t, ctx, js(`document.getElementById('picker').close()`))
	for _, v := range []string{"light", "clients", "network", "metrics", "doctor", "log", "keys"} {
		do(t, ctx, view(v), until(`document.querySelector('[data-view=`+v+`] > div').childElementCount > 0`))
	}

	streamed(t, r)
	do(t, ctx, until(`document.querySelector('#queue .mend')?.textContent === 'Stop the stream'`), click(`#queue .mend`), until(`document.querySelector('#queue .mend') === null`))

	other, cancel := chromedp.NewContext(ctx) // another tab, which has the key of the first
	defer cancel()
	do(t, other, chromedp.Navigate(home(t, r)+"/"), until(live), until(`document.querySelectorAll('#queue li').length >= 100`))
	do(t, other, js(`document.getElementById('clear').click()`), until(`document.querySelectorAll('#queue li').length === 0`))
	do(t, ctx, until(`document.querySelectorAll('#queue li').length === 0`))

	r.Stop() // the device restarts at the same address
	do(t, ctx, until(`document.getElementById('link').dataset.state === 'wait'`))
	rig.LaunchIn(t, data, nil, "--size", "256x64", "--http", ":"+port)
	do(t, ctx, until(live))

	expect(ctx, `status of 429 .*/live/apps/`) // a dozen pictures ask with the old key, of which an address may show ten
	key := "a-new-key-of-the-device-0123456789abcdef"
	if err := os.WriteFile(filepath.Join(data, "key"), []byte(key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, until(`document.getElementById('login').open && document.getElementById('main').hidden`),
		js(`document.getElementById('key').value = '`+key+`'; document.getElementById('login-form').requestSubmit()`), until(live))
}

// streamed opens a session of LMSP and sends a pixel in it, again and again to the end
// of the test, whoever closes it.
func streamed(t *testing.T, r *rig.Device) {
	t.Helper()
	var begun struct {
		Success struct {
			Data struct {
				Port    int
				Session string `json:"session_id"`
			}
		}
	}
	r.Call("PUT", "/api/v2/device/stream/start", `{"canvas":{"fill_type":"scale","render_mode":"pixel"}}`, &begun)
	session, err := hex.DecodeString(begun.Success.Data.Session)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("udp", net.JoinHostPort("127.0.0.1", strconv.Itoa(begun.Success.Data.Port)))
	if err != nil {
		t.Fatal(err)
	}
	packet := slices.Concat([]byte("lmsp\x01\x00"), session, []byte("\x00\x00\x01\x00"+"\x00\x00\x00\x00\x01\x00\x01\x00\x03\x00"+"\xff\x00\x00"))
	ctx, cancel := context.WithCancel(context.Background())
	var sender sync.WaitGroup
	sender.Go(func() {
		for ctx.Err() == nil {
			conn.Write(packet)
			select {
			case <-ctx.Done():
			case <-time.After(200 * time.Millisecond):
			}
		}
	})
	t.Cleanup(func() { cancel(); sender.Wait(); conn.Close() })
}
