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

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
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
	if _, err := browser.TheCable(); err != nil {
		testtool.Missing(t, "a second host: "+err.Error())
	}
	data := t.TempDir()
	rig.ManyIcons(t, filepath.Join(data, "icons"), 5000)
	r := rig.LaunchIn(t, data, nil, "--size", "256x64")
	port := r.Port()
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":false}}`, nil)
	for i := range 100 {
		r.Call("POST", "/api/v2/device/notifications",
			fmt.Sprintf(`{"lifetime":3600000,"model":{"cycles":0,"frames":[{"icon":2867,"text":"number %d"}]}}`, i), nil)
	}
	p := browser.NewPage(t, 1280, 900, browser.Dark)
	p.Expect(browser.IsAway)
	p.Expect(browser.KeyIsRefused)
	p.SignIn(r)
	if p.Secure() {
		t.Error("the browser takes the page for secure: the test shows nothing")
	}
	p.CSS("#panel[data-size='256x64']").Shows()
	p.Open("Send")
	queue := p.Within("Queue")
	queue.Press("and 95 more")
	queue.CSS("#queue > li").AtLeast(100)
	p.Press("no icon")
	p.Sees("(5,000)")
	p.Press("Close")
	p.Open("Device")
	views(p)

	streamed(t, r, "127.0.0.1")
	p.Open("Send")
	queue.Press("Stop the stream")
	queue.Control("Stop the stream").Gone()

	other := p.Tab() // which has the key of the first
	other.Visit(browser.Home(t, r) + "/#/send")
	other.Live()
	all := other.Within("Queue")
	all.Press("and 95 more")
	all.CSS("#queue > li").AtLeast(100)
	all.Press("Dismiss all")
	all.Sees("Nothing is waiting.")
	queue.Sees("Nothing is waiting.")

	r.Stop() // the device restarts at the same address
	p.CSS("#link[data-state=wait]").Shows()
	rig.LaunchIn(t, data, nil, "--size", "256x64", "--http", ":"+port)
	p.Live()

	p.Expect(`status of 429 .*/live/apps/`) // a dozen pictures ask with the old key, of which an address may show ten
	key := "a-new-key-of-the-device-0123456789abcdef"
	if err := os.WriteFile(filepath.Join(data, "key"), []byte(key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Within("Connect to the device").Shows()
	p.CSS("main").Gone()
	p.Type("API key", key)
	p.Press("Connect")
	p.Live()
}

// streamed opens a session of LMSP and sends a pixel in it to an address, again and again to the
// end of the test, whoever closes it.
func streamed(t *testing.T, r *rig.Device, at string) {
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
	conn, err := net.Dial("udp", net.JoinHostPort(at, strconv.Itoa(begun.Success.Data.Port)))
	if err != nil {
		t.Fatal(err)
	}
	packet := slices.Concat([]byte("lmsp\x01\x00"), session,
		[]byte("\x00\x00\x01\x00"+"\x00\x00\x00\x00\x01\x00\x01\x00\x03\x00"+"\xff\x00\x00"))
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
