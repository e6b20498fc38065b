// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// unreadPaths are those with the largest answers to a key of scope read.
var unreadPaths = []string{
	"/api/v2/device/notifications/current", "/api/v2/device/notifications", "/api/v2/device/notifications/1",
	"/api/v2/device/apps", "/live/apps", "/live/apps/catalogue", "/live/icons", "/live/scene",
	"/live/sounds/notifications/cat.wav", "/live/frame.png?scale=20", "/openapi.json",
}

// TestUnreadAnswers: as many clients as there may be ask for the largest answers and read none;
// that ends no device of 128 MiB, and its owner is served.
func TestUnreadAnswers(t *testing.T) {
	for _, scope := range []string{"send", "read"} {
		t.Run(scope, func(t *testing.T) {
			r, keys := launchIn(t, "64x32")
			if status, answer := r.Ask("POST", "/api/v2/device/notifications", noise(t)); status != http.StatusOK {
				t.Fatal(status, string(answer))
			}
			paths := unreadPaths
			if scope == "send" {
				paths = paths[:3]
			}
			for i := range connections - 6 { // the owner's
				silent(t, r.Device, i, keys[scope], paths[i%len(paths)])
			}
			ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
			defer stop()
			report(t, owner(ctx, t, r.Device), time.Minute)
			if n := metric(t, r.Device, "ledpost_foreign_bytes"); n < 1<<20 {
				t.Errorf("%v bytes are held: all answers have gone", n)
			}
			r.survived()
		})
	}
}

// noise returns a notification of 1 MB, which stays.
func noise(t *testing.T) string {
	t.Helper()
	var frames []string
	for range 3 {
		m := image.NewNRGBA(image.Rect(0, 0, 250, 250))
		for i := range m.Pix {
			m.Pix[i] = byte(rand.Uint32())
		}
		var file strings.Builder
		to := base64.NewEncoder(base64.StdEncoding, &file)
		must.Do(t, png.Encode(to, m))
		must.Do(t, to.Close())
		frames = append(frames, `{"text":"x","icon":"data:image/png;base64,`+file.String()+`"}`)
	}
	return `{"model":{"cycles":0,"frames":[` + strings.Join(frames, ",") + `]}}`
}

// silent asks for path as the i-th of the clients and reads no byte of the answer until the test
// ends. Its segments and its window are small, so that the device's kernel takes little, too.
func silent(t *testing.T, r *rig.Device, i int, key, path string) {
	t.Helper()
	dialer := net.Dialer{
		LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 2, byte(1+i%8))}, Timeout: 5 * time.Second,
		Control: func(_, _ string, c syscall.RawConn) error {
			return c.Control(func(fd uintptr) {
				_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 2048)
				_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_MAXSEG, 536)
			})
		},
	}
	host := strings.TrimPrefix(r.URL, "http://")
	conn, err := dialer.DialContext(t.Context(), "tcp", host)
	must.Do(t, err)
	t.Cleanup(func() { conn.Close() })
	credentials := base64.StdEncoding.EncodeToString([]byte("dev:" + key))
	_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Basic %s\r\n\r\n", path, host, credentials)
	must.Do(t, err)
}
