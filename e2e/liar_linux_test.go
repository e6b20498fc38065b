// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
)

// stranger is an address of the internet, to which the device's only route leads through the liar.
const stranger = "203.0.113.5"

// A liar is a host that answers searches with lies, and notes who asks it for what.
type liar struct {
	device string // port of a real one
	mu     sync.Mutex
	asked  []string
}

// heard returns what it was asked for so far.
func (l *liar) heard() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(slices.Values(l.asked))
}

// ServeHTTP serves descriptions that do harm.
func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	l.asked = append(l.asked, r.Host+r.URL.Path)
	l.mu.Unlock()
	const named = `<root xmlns="urn:schemas-upnp-org:device-1-0"><device><friendlyName>`
	switch r.URL.Path {
	case "/endless":
		fmt.Fprint(w, named)
		for r.Context().Err() == nil {
			w.Write(bytes.Repeat([]byte("x"), 1<<16))
		}
	case "/silent":
		<-r.Context().Done()
	case "/elsewhere":
		http.Redirect(w, r, "http://"+stranger+"/led", http.StatusFound)
	case "/name":
		fmt.Fprint(w, named, strings.Repeat("&lt;b&gt;\u202e", 10_000/4), "</friendlyName></device></root>")
	default:
		http.NotFound(w, r)
	}
}

// answer answers each search on conn with 1,000 replies a second, of which most name a device of their own.
func (l *liar) answer(conn *net.UDPConn) {
	for buf := make([]byte, 2048); ; {
		size, from, err := conn.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		if !bytes.HasPrefix(buf[:size], []byte("M-SEARCH")) {
			continue
		}
		locations := l.lies()
		for n := range 1000 - len(locations) {
			locations = append(locations, fmt.Sprintf("http://%s:80/many/%d", netns.NeighbourAddress, n))
		}
		for n, location := range locations {
			if n%20 == 0 {
				time.Sleep(20 * time.Millisecond)
			}
			reply := fmt.Sprintf("HTTP/1.1 200 OK\r\nLOCATION: %s\r\nSERVER: Linux UPnP/1.1 ledpost/1\r\nST: %s\r\n"+
				"USN: uuid:0a1b2c3d-0000-4000-8000-%012d::x\r\n\r\n", location, ssdp.DeviceType, n)
			_, _ = conn.WriteToUDPAddrPort([]byte(reply), from)
		}
	}
}

// lies are the locations that its first replies name.
func (l *liar) lies() []string {
	at := "http://" + netns.NeighbourAddress + ":80"
	return []string{
		"http://" + stranger + ":80/led", "http://" + netns.Address + ":" + l.device + "/other",
		"http://stranger.example:80/", "http://" + netns.NeighbourAddress + ":0/", "file:///etc/passwd",
		at + "/endless", at + "/silent", at + "/elsewhere", at + "/name",
	}
}

// TestLiars: a host answers searches with addresses of strangers, without end and by thousands. The device and `ledpost
// find` ask nobody whom they were told to ask, end, and still find the displays that are there.
func TestLiars(t *testing.T) {
	rig.SeeSources(rig.Root(t)) // or the result of the other process is kept
	if testing.Short() {
		t.Skip("it takes a quarter of a minute")
	}
	if !netns.Own(t) {
		return
	}
	host := netns.Neighbour(t)
	host.IP(t, "addr add "+stranger+"/32 dev c0")
	netns.IP(t, "route add default via "+netns.NeighbourAddress)
	desk, kitchen := rig.Launch(t, nil), rig.Launch(t, nil)
	l := &liar{device: kitchen.Port()}
	var web net.Listener
	var group *net.UDPConn
	must.Do(t, host.Do(func() (err error) {
		if web, err = net.Listen("tcp4", ":80"); err != nil {
			return err
		}
		c0, err := net.InterfaceByName("c0")
		if err != nil {
			return err
		}
		group, err = net.ListenMulticastUDP("udp4", c0, &net.UDPAddr{IP: net.IPv4(239, 255, 255, 250), Port: 1900})
		return err
	}))
	server := &http.Server{Handler: l}
	go server.Serve(web)
	t.Cleanup(func() { server.Close(); group.Close() })
	go l.answer(group)
	var packets []string
	name := "nm=<img src=x onerror=alert(1)>" + strings.Repeat("x", 220)
	for n := range 50 {
		for i, address := range []string{stranger, netns.Address, netns.NeighbourAddress, "127.0.0.1"} {
			packets = append(packets, rig.Service("_ledpost", fmt.Sprint("<b>", i, "-", n), address, 80*(n%2),
				fmt.Sprintf("id=0a1b2c3d-0000-4000-9000-%012d", 100*i+n), name))
		}
	}
	rig.Announce(t, host.Do, 200*time.Millisecond, packets...) // 1,000 a second

	var house struct {
		Displays []struct {
			Kind, ID, Name string
			Addresses      []netip.AddrPort
		}
	}
	before := resident(t, desk)
	there := netip.MustParseAddrPort(netns.Address + ":" + kitchen.Port())
	eventually.True(t, "it finds the kitchen", func() bool {
		desk.Call("GET", "/live/house", "", &house)
		for _, d := range house.Displays {
			if slices.Contains(d.Addresses, there) {
				return true
			}
		}
		return false
	})
	if grown := (resident(t, desk) - before) >> 20; grown > 32 {
		t.Errorf("the search took %d MiB", grown)
	}
	for _, d := range house.Displays {
		for _, a := range d.Addresses {
			if a != there && a != netip.MustParseAddrPort(netns.NeighbourAddress+":80") || len([]rune(d.Name)) > 64 {
				t.Errorf("%+v", d)
			}
		}
	}
	if len(house.Displays) > 1+2*8 {
		t.Errorf("%d displays, most of them of one host", len(house.Displays))
	}
	if asked := l.heard(); len(asked) > 0 {
		t.Errorf("the device has asked for %q", asked)
	}

	var found []struct{ Name, URL string }
	out, errs, _ := rig.Command(t, "", "find", "--json")
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		t.Fatalf("%v: %s %s", err, out, errs)
	}
	for _, d := range found {
		if at := strings.TrimPrefix(d.URL, "https://"); at != there.String() && at != netns.Address+":"+desk.Port() &&
			at != netns.NeighbourAddress+":4343" || len(d.Name) > 80 {
			t.Errorf("it finds %+v", d)
		}
	}
	if !strings.Contains(out, there.String()) {
		t.Errorf("it does not find the kitchen: %s", out)
	}
	asked := l.heard()
	far := func(a string) bool { return !strings.HasPrefix(a, netns.NeighbourAddress+":80/") }
	if len(asked) == 0 || len(asked) > 8 || slices.ContainsFunc(asked, far) {
		t.Errorf("it has asked for %q", asked)
	}
}

// resident is how much memory a device has, in bytes.
func resident(t *testing.T, r *rig.Device) (bytes int) {
	t.Helper()
	text := string(must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/status", r.Cmd.Process.Pid)))(t))
	_, after, _ := strings.Cut(text, "VmRSS:")
	must.Get(fmt.Sscan(after, &bytes))(t)
	return bytes << 10
}
