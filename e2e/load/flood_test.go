// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/internal/testtool"
)

// mostMemory is what the process may have: half of a small board.
const mostMemory = 128 << 20

// connections is how many clients there are at a time, as many as the device takes.
const connections = 256

// scopes are those of the clients; "" is no key at all.
var scopes = []string{"", "send", "read", "control", "all"}

// TestHalfUploads: bodies of 1 MiB that never end, over as many connections as there are, fill
// nothing: there is room for few, the others are refused, and the owner is served.
func TestHalfUploads(t *testing.T) {
	r, keys := launchIn(t, "64x32")
	a := &attack{url: r.URL, keys: keys, answers: map[string]int{}}
	ctx, stop := context.WithTimeout(t.Context(), 6*time.Second) // less than a request may take to arrive
	defer stop()
	var clients sync.WaitGroup
	upload := route{method: http.MethodPost, path: "/api/v2/device/notifications", json: true}
	for i := range connections - 2 { // the owner has two
		clients.Go(func() {
			body := io.MultiReader(strings.NewReader(strings.Repeat(" ", long)), endless{ctx})
			a.count(scopes[i%len(scopes)], a.ask(ctx, a.from(i), scopes[i%len(scopes)], upload, body))
		})
	}
	served := owner(ctx, t, r.Device)
	clients.Wait()
	a.report(t)
	report(t, served, time.Minute)
	r.check()
	if n := metric(t, r.Device, "ledpost_foreign_refused_total"); n == 0 {
		t.Error("nothing was refused: the load was none")
	}
}

// endless sends nothing more until ctx ends.
type endless struct{ context.Context }

func (e endless) Read([]byte) (int, error) { <-e.Done(); return 0, e.Err() }

// TestFlood: 256 clients that send the dearest requests to every route, with keys of every
// scope, neither end a device of 128 MiB nor keep its owner out, and leave nothing behind.
func TestFlood(t *testing.T) { flood(t, 6*time.Second, time.Minute, "64x32") }

// TestLongFlood is TestFlood for longer, and on a large panel too.
func TestLongFlood(t *testing.T) {
	testtool.Night(t, "it takes minutes")
	for _, size := range []string{"64x32", "128x64"} {
		t.Run(size, func(t *testing.T) { flood(t, 2*time.Minute, 3*time.Second, size) })
	}
}

// flood takes some length. Half of the owner's answers come within limit.
func flood(t *testing.T, length, limit time.Duration, size string) {
	r, keys := launchIn(t, size)
	a := &attack{url: r.URL, routes: routes(t, r.Device), keys: keys,
		json: dear(), files: files(), answers: map[string]int{}}
	ctx, stop := context.WithTimeout(t.Context(), length)
	defer stop()
	var clients sync.WaitGroup
	for i := range connections {
		clients.Go(func() { a.client(ctx, i) })
	}
	served := owner(ctx, t, r.Device)
	clients.Wait()
	a.report(t)
	report(t, served, limit)
	r.check()
}

// bounded is a device of mostMemory.
type bounded struct {
	*rig.Device
	t     *testing.T
	group *group // nil = there is none
}

// launchIn is launch in a control group, where one can be made.
func launchIn(t *testing.T, size string, config ...string) (b bounded, keys map[string]string) {
	t.Helper()
	if b.t = t; testtool.Raced {
		t.Skip("the race detector needs more memory")
	}
	var wrap []string
	if g, ok := newGroup(t, mostMemory); ok {
		b.group, wrap = &g, g.wrap()
	} else {
		t.Log("there is no control group: the memory of the process is looked at")
		wrap = []string{"env", fmt.Sprintf("GOMEMLIMIT=%d", mostMemory/4*3)} // as in a group
	}
	b.Device, keys = launch(t, wrap, size, config...)
	return b, keys
}

// check fails the test if the device has not survived, or holds memory for requests that are
// over.
func (b *bounded) check() {
	b.t.Helper()
	b.survived()
	eventually.True(b.t, "all of the budget comes back", func() bool {
		return metric(b.t, b.Device, "ledpost_foreign_bytes") == 0
	})
}

// survived fails the test if the device has ended, or had too much memory.
func (b *bounded) survived() {
	b.t.Helper()
	select {
	case err := <-b.Done:
		b.t.Fatalf("the device has ended: %v", err)
	default:
	}
	n := peak(b.t, b.Cmd.Process.Pid)
	if b.t.Logf("the process had %d MiB", n>>20); n > mostMemory {
		b.t.Error("that is too much")
	}
	if b.group != nil && b.group.killed() > 0 {
		b.t.Errorf("the kernel has ended %d processes for lack of memory", b.group.killed())
	}
}

// launch starts a device with every interface and these lines of configuration, which go on in the
// table of AWTRIX, and makes a key of each scope.
func launch(t *testing.T, wrap []string, size string, more ...string) (*rig.Device, map[string]string) {
	t.Helper()
	config := filepath.Join(t.TempDir(), "config.toml")
	must.Do(t, os.WriteFile(config, []byte("[awtrix]\nenabled = true\n"+strings.Join(more, "\n")), 0o600))
	r := rig.Launch(t, wrap, "--size", size, "--config", config)
	keys := map[string]string{}
	for _, scope := range scopes[1:] {
		var made struct{ Key string }
		_, answer := r.Ask("POST", "/live/keys", fmt.Sprintf(`{"name":%q,"scope":%[1]q}`, scope))
		if json.Unmarshal(answer, &made) != nil || made.Key == "" {
			t.Fatalf("no key: %s", answer)
		}
		keys[scope] = made.Key
	}
	return r, keys
}

// metric returns a sample of /metrics.
func metric(t *testing.T, r *rig.Device, name string) float64 {
	t.Helper()
	var text []byte
	eventually.True(t, "there is room for the metrics", func() bool { // after a load that is hardly over
		var status int
		status, text = r.Ask("GET", "/metrics", "")
		return status != http.StatusServiceUnavailable
	})
	m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindSubmatch(text)
	if m == nil {
		t.Fatalf("no %s in %.200s", name, text)
	}
	return must.Get(strconv.ParseFloat(string(m[1]), 64))(t)
}

// owner uses the device as its owner does, with a connection for each request, until ctx ends, and returns how long each
// answer took. Everything but a picture, for which there may be no room, is answered.
func owner(ctx context.Context, t *testing.T, r *rig.Device) (took []time.Duration) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 20 * time.Second}
	for i := 0; ctx.Err() == nil; i++ {
		for _, ask := range []struct{ method, path, body string }{
			{"GET", "/api/v2/device", ""},
			{"PUT", "/api/v2/device/audio", fmt.Sprintf(`{"volume":%d}`, i%100)},
			{"GET", "/live/status", ""},
		} {
			begun := time.Now()
			status, answer := asOwner(t, client, r, ask.method, ask.path, ask.body)
			for n := 1; n < 5 && strings.Contains(answer, "did not answer in time"); n++ { // as it says of a busy machine
				time.Sleep(time.Second) // its Retry-After
				status, answer = asOwner(t, client, r, ask.method, ask.path, ask.body)
			}
			if took = append(took, time.Since(begun)); status != http.StatusOK {
				t.Errorf("the owner's %s %s: %d %s", ask.method, ask.path, status, answer)
			}
			if status == 0 {
				return took
			}
		}
		pause.For(ctx, 100*time.Millisecond)
	}
	return took
}

// asOwner sends a request with the device's own key. The status is 0 for an error.
func asOwner(t *testing.T, client *http.Client, r *rig.Device, method, path, body string) (status int, answer string) {
	t.Helper()
	req, err := http.NewRequest(method, r.URL+path, strings.NewReader(body))
	must.Do(t, err)
	req.SetBasicAuth("dev", r.Key)
	resp, err := client.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode, string(text)
}

// report prints how long the owner waited. That depends on what else the machine does, so only
// the night has a limit for it.
func report(t *testing.T, took []time.Duration, limit time.Duration) {
	t.Helper()
	n := len(took)
	if n == 0 {
		t.Error("the owner had no answer")
		return
	}
	slices.Sort(took)
	t.Logf("%d answers for the owner: half within %v, nine of ten within %v, all within %v",
		n, took[n/2], took[n*9/10], took[n-1])
	if took[n/2] > limit {
		t.Errorf("half of the owner's answers take more than %v", limit)
	}
}

// attack is what the clients know.
type attack struct {
	url    string
	routes []route
	keys   map[string]string // by scope
	json   []string
	files  [][]byte
	pause  time.Duration // the most that a client waits before its next request; 0 = none waits
	rest   sync.RWMutex  // held while no client may begin a request

	mu      sync.Mutex // guards answers, which all clients count
	answers map[string]int
}

// client sends one request after the other until ctx ends, as the i-th of the clients: it has its
// own address and scope.
func (a *attack) client(ctx context.Context, i int) {
	random := rand.New(rand.NewPCG(uint64(i), 39))
	scope := scopes[i%len(scopes)]
	client := a.from(i)
	defer client.CloseIdleConnections()
	for at := random.IntN(len(a.routes)); ctx.Err() == nil; at++ {
		one := a.routes[at%len(a.routes)]
		a.rest.RLock()
		switch {
		case one.socket:
			a.count(scope, a.watch(ctx, client, scope, one))
		default:
			answer := a.ask(ctx, client, scope, one, a.body(random, one))
			if answer == "500" && !one.blames {
				answer = "fault at " + one.method + " " + one.path
			}
			a.count(scope, answer)
		}
		a.rest.RUnlock()
		if a.pause > 0 {
			pause.For(ctx, rand.N(a.pause))
		}
	}
}

// from returns the i-th client, which has an address and a connection.
func (a *attack) from(i int) *http.Client {
	from := netip.AddrFrom4([4]byte{127, 0, 1, byte(1 + i%8)})
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: from.AsSlice()}}
	transport := &http.Transport{DialContext: dialer.DialContext, MaxConnsPerHost: 1}
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}
}

// body returns one for a route.
func (a *attack) body(random *rand.Rand, one route) io.Reader {
	switch n := random.IntN(4); {
	case one.file:
		return bytes.NewReader(a.files[random.IntN(len(a.files))])
	case !one.json:
		return nil
	case n == 0:
		return strings.NewReader(one.example)
	default:
		body := a.json[random.IntN(len(a.json))]
		if n == 1 {
			return io.MultiReader(strings.NewReader(body)) // of unknown length
		}
		return strings.NewReader(body)
	}
}

// ask sends a request and returns what became of it.
func (a *attack) ask(ctx context.Context, client *http.Client, scope string, one route, body io.Reader) string {
	req, err := http.NewRequestWithContext(ctx, one.method, a.url+one.path, body)
	if err != nil {
		return err.Error()
	}
	if scope != "" {
		req.SetBasicAuth("dev", a.keys[scope])
	}
	if one.json {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := client.Do(req)
	if err != nil {
		return "no answer"
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return strconv.Itoa(resp.StatusCode)
}

// watch opens a WebSocket, sends what nobody reads, and takes little of what comes.
func (a *attack) watch(ctx context.Context, client *http.Client, scope string, one route) string {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	head := http.Header{}
	if scope != "" {
		req, _ := http.NewRequest("GET", a.url, nil)
		req.SetBasicAuth("dev", a.keys[scope])
		head = req.Header
	}
	conn, resp, err := websocket.Dial(ctx, a.url+one.path, &websocket.DialOptions{HTTPClient: client, HTTPHeader: head})
	if err != nil {
		if resp != nil {
			return strconv.Itoa(resp.StatusCode)
		}
		return "no answer"
	}
	defer conn.CloseNow()
	for conn.Write(ctx, websocket.MessageBinary, make([]byte, 30<<10)) == nil {
		if _, _, err := conn.Read(ctx); err != nil {
			break
		}
	}
	return "101"
}

// count counts an answer.
func (a *attack) count(scope, answer string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answers[fmt.Sprintf("%4s %s", scope, answer)]++
}

// report prints how the requests were answered; an error of the device's own fails the test.
func (a *attack) report(t *testing.T) {
	t.Helper()
	var lines []string
	for answer, n := range a.answers {
		lines = append(lines, fmt.Sprintf("%s: %d", answer, n))
		if strings.Contains(answer, "fault at") {
			t.Errorf("%d times: %s", n, answer)
		}
	}
	slices.Sort(lines)
	t.Log(strings.Join(lines, ", "))
}
