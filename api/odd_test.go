// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/must"
)

// withKey is a request's head with the key.
func withKey(line string, more ...string) string {
	key := strings.TrimSpace(getIndex[strings.Index(getIndex, "Authorization"):])
	return strings.Join(append(append([]string{line, key}, more...), "\r\n"), "\r\n")
}

// TestOddRequests is what attackers and careless clients send: each is answered
// in the one form of errors, or served.
func TestOddRequests(t *testing.T) {
	r := newRig(t, nil)
	address := running(t, r)
	const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
	notification := frameOf(`{"text":"x"}`)
	length := fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(notification), notification)
	for _, c := range []struct {
		name, request string
		status        int
		body          string
	}{
		{"no Host", withKey("GET /api/v2 HTTP/1.0"), 200, `"http://` + address + `/api/v2/device"`},
		{"no Host, description", withKey("GET /device_description.xml HTTP/1.0"), 200, "<URLBase>http://" + address + "<"},
		{"an address before the path", withKey("GET http://elsewhere/api/v2 HTTP/1.1", "Host: x"), 200,
			`"http://elsewhere/api/v2/device"`},
		{"two slashes", withKey("GET //api/v2//device/audio// HTTP/1.1", "Host: x"), 200, "volume"},
		{"two slashes and a body",
			strings.TrimSuffix(withKey("POST //api/v2/device/notifications HTTP/1.1", "Host: x", length), "\r\n"), 200, `"id"`},
		{"two slashes without a key", "GET //api/v2 HTTP/1.1\r\nHost: x\r\n\r\n", 401, "Authorization is required"},
		{"up and out", withKey("GET /../../etc/passwd HTTP/1.1", "Host: x"), 404, "Resource not found"},
		{"up and out, escaped", withKey("GET /live/sounds/%2e%2e%2f%2e%2e/passwd.wav HTTP/1.1", "Host: x"), 404,
			"Sound not found"},
		{"an escaped letter", withKey("GET /api/v2/device/%61udio HTTP/1.1", "Host: x"), 200, "volume"},
		{"an escaped slash in an id", withKey("GET /api/v2/device/notifications/1%2f2 HTTP/1.1", "Host: x"), 404,
			"Notification not found"},
		{"NUL and no UTF-8 in an id", withKey("DELETE /api/v2/device/notifications/%00%ff HTTP/1.1", "Host: x"), 404,
			"Notification not found"},
		{"an icon out of the folder", withKey("DELETE /live/icons/..%2f..%2fkey HTTP/1.1", "Host: x"), 404, "Icon not found"},
		{"TRACE", withKey("TRACE /api/v2 HTTP/1.1", "Host: x"), 405, "Not allowed"},
		{"a method in small letters", withKey("get /api/v2 HTTP/1.1", "Host: x"), 405, "Not allowed"},
		{"CONNECT", withKey("CONNECT x:80 HTTP/1.1", "Host: x:80"), 405, "Not allowed"},
		{"range beyond the end: files come whole", withKey("GET /app.js HTTP/1.1", "Host: x", "Range: bytes=9999999-"), 200,
			"import "},
		{"HEAD for a WebSocket",
			withKey("HEAD /live/frames HTTP/1.1", "Host: x", "Sec-WebSocket-Version: 13", upgrade), 405, ""},
		{"an old WebSocket", withKey("GET /live/frames HTTP/1.1", "Host: x", "Sec-WebSocket-Version: 8", upgrade), 400,
			`{"errors":`},
		{"a WebSocket without a key of its own",
			withKey("GET /live/frames HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket"), 426, `{"errors":`},
		{"a length and chunks",
			withKey("PUT /api/v2/device HTTP/1.1", "Host: x", "Content-Length: 5", "Transfer-Encoding: chunked", "\r\n0"), 400,
			"not JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			conn, err := net.Dial("tcp", address)
			must.Do(t, err)
			defer conn.Close()
			conn.SetDeadline(time.Now().Add(30 * time.Second))
			io.WriteString(conn, c.request)
			resp, err := http.ReadResponse(bufio.NewReader(conn),
				&http.Request{Method: c.request[:strings.Index(c.request, " ")]})
			must.Do(t, err)
			body := make([]byte, max(resp.ContentLength, 0))
			if resp.Request.Method != http.MethodHead {
				io.ReadFull(resp.Body, body)
			}
			if resp.StatusCode != c.status || !strings.Contains(string(body), c.body) {
				t.Errorf("%d %s, want %d with %s", resp.StatusCode, body, c.status, c.body)
			}
			if kind := resp.Header.Get("Content-Type"); c.status >= 400 && kind != rest.JSONType[0] {
				t.Errorf("Content-Type %q", kind)
			}
		})
	}
}

// Three requests in one packet get three answers, in their order.
func TestPipelining(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		conn := plain.dial("192.0.2.7:1000")
		go io.WriteString(conn, getHealth+getIndex+getHealth)
		in := bufio.NewReader(conn)
		for _, want := range []string{`"status":"ok"`, `"api_version"`, `"status":"ok"`} {
			resp := must.Get(http.ReadResponse(in, nil))(t)
			if body, err := io.ReadAll(resp.Body); err != nil || !strings.Contains(string(body), want) {
				t.Errorf("%v %s, want %s", err, body, want)
			}
		}
	})
}

// A WebSocket client that never reads is dropped, and holds up nobody.
func TestSocketThatNeverReads(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		conn := plain.dial("192.0.2.7:1000")
		go io.WriteString(conn,
			strings.Replace(getIndex, "/api/v2", "/live/frames", 1)[:len(getIndex)+len("/live/frames")-len("/api/v2")-2]+
				"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
				"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
		resp, err := http.ReadResponse(bufio.NewReaderSize(conn, 16), nil)
		if err != nil || resp.StatusCode != http.StatusSwitchingProtocols {
			t.Fatalf("%v %v", resp, err)
		}
		synctest.Wait() // the first frame is being sent
		if n := r.door.Open(); n != 1 {
			t.Fatalf("%d connections", n)
		}
		wants(t, r.do("GET", "/live/frame.png", ""), 200, "", "meanwhile")
		time.Sleep(10*time.Second + time.Second) // what one message may take
		synctest.Wait()
		if n := r.door.Open(); n != 0 {
			t.Errorf("%d connections after 10 s", n)
		}
	})
}
