// SPDX-License-Identifier: Apache-2.0

package house

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const (
	self    = "0a1b2c3d-0000-4000-8000-000000000000"
	kitchen = "0a1b2c3d-0000-4000-8000-000000000001"
	hall    = "0a1b2c3d-0000-4000-8000-000000000002"
)

func at(s string) netip.AddrPort { return netip.MustParseAddrPort(s) }

// said writes displays in a line.
func said(all []Display) string {
	var lines []string
	for _, d := range all {
		lines = append(lines, fmt.Sprint(d.Kind, " ", strings.TrimPrefix(d.ID, kitchen[:35]), " ", d.Name, " ", d.Addresses))
	}
	return strings.Join(lines, "; ")
}

// TestGathering: what others say of themselves becomes a list of displays, which nobody can fill with lies.
func TestGathering(t *testing.T) {
	for _, row := range []struct {
		why  string
		seen []Sight
		want string
	}{
		{"nobody", nil, ""},
		{"by two ways", []Sight{
			{Ledpost, kitchen, "", at("192.168.1.5:8080")}, {Ledpost, kitchen, "Kitchen", at("192.168.1.5:8080")},
		}, "ledpost 1 Kitchen [192.168.1.5:8080]"},
		{"at two addresses", []Sight{
			{Ledpost, kitchen, "Kitchen", at("192.168.1.6:8080")}, {Ledpost, kitchen, "Kitchen", at("192.168.1.5:8080")},
		}, "ledpost 1 Kitchen [192.168.1.5:8080 192.168.1.6:8080]"},
		{"itself", []Sight{{Ledpost, self, "Me", at("192.168.1.2:8080")}, {LaMetric, "", "Me", at("192.168.1.2:4343")}}, ""},
		{"another on this machine", []Sight{{Ledpost, hall, "Hall", at("192.168.1.2:8081")}},
			"ledpost 2 Hall [192.168.1.2:8081]"},
		{"others, after ours", []Sight{
			{Awtrix, "awtrix_1", "Attic", at("192.168.1.9:80")}, {LaMetric, "17", "Bath", at("192.168.1.8:4343")},
			{LaMetric, "", "", at("192.168.1.8:60000")}, {Ledpost, kitchen, "Kitchen", at("192.168.1.5:8080")},
		}, "ledpost 1 Kitchen [192.168.1.5:8080]; awtrix  Attic [192.168.1.9:80]; " +
			"lametric  Bath [192.168.1.8:4343 192.168.1.8:60000]"},
		{"ours in other forms", []Sight{
			{LaMetric, "17", "Kitchen", at("192.168.1.5:4343")}, {Awtrix, "x", "Kitchen", at("192.168.1.5:80")},
			{Ledpost, kitchen, "Kitchen", at("192.168.1.5:8080")},
		}, "ledpost 1 Kitchen [192.168.1.5:8080]"},
		{"a public address", []Sight{{Ledpost, kitchen, "x", at("203.0.113.5:80")}}, ""},
		{"loopback", []Sight{{Ledpost, kitchen, "x", at("127.0.0.1:80")}}, ""},
		{"IPv6", []Sight{{Ledpost, kitchen, "x", at("[fe80::1]:80")}}, ""},
		{"IPv4 as IPv6", []Sight{{Ledpost, kitchen, "x", at("[::ffff:10.0.0.5]:80")}}, "ledpost 1 x [10.0.0.5:80]"},
		{"no port", []Sight{{Ledpost, kitchen, "x", at("10.0.0.5:0")}}, ""},
		{"no UUID", []Sight{{Ledpost, "kitchen", "x", at("10.0.0.5:80")}}, ""},
		{"it claims the display of another at many ports", []Sight{
			{Ledpost, kitchen, "", at("10.0.0.66:81")}, {Ledpost, kitchen, "", at("10.0.0.66:82")},
			{Ledpost, kitchen, "", at("10.0.0.66:83")}, {Ledpost, kitchen, "", at("10.0.0.66:84")},
			{Ledpost, kitchen, "Kitchen", at("192.168.1.5:8080")},
		}, "ledpost 1 Kitchen [10.0.0.66:81 10.0.0.66:82 192.168.1.5:8080]"},
		{"a name to break lines with", []Sight{{Ledpost, kitchen, " a\nb\x1b[\u202ec\xff ", at("10.0.0.5:80")}},
			"ledpost 1 ab[c [10.0.0.5:80]"},
	} {
		g := gathering{id: self, own: map[netip.Addr]bool{netip.MustParseAddr("192.168.1.2"): true}}
		for _, s := range row.seen {
			g.add(s)
		}
		if got := said(g.all()); got != row.want {
			t.Errorf("%s:\n%s, want\n%s", row.why, got, row.want)
		}
	}
}

// TestGatheringIsBounded: of a flood of displays so many are kept, and those of others leave ours their places.
func TestGatheringIsBounded(t *testing.T) {
	g := gathering{}
	for i := range 1000 {
		ip := netip.AddrFrom4([4]byte{10, 1, byte(i >> 8), byte(i)})
		g.add(Sight{Awtrix, "", strings.Repeat("ü", 1000), netip.AddrPortFrom(ip, 80)})
		g.add(Sight{Ledpost, fmt.Sprintf("0a1b2c3d-0000-4000-8000-%012d", i), "", netip.AddrPortFrom(ip, 80)})
		g.add(Sight{Ledpost, fmt.Sprintf("0a1b2c3d-0000-4000-9000-%012d", i), "", at("10.0.0.66:80")})
		g.add(Sight{Ledpost, kitchen, "", netip.AddrPortFrom(ip, 81)})
	}
	if n := len([]rune(g.displays[0].Name)); len(g.displays) != 2*maxDisplays || n != maxName {
		t.Errorf("%d displays, a name of %d", len(g.displays), n)
	}
	all := g.all()
	liar := func(d Display) bool { return d.Addresses[0] == at("10.0.0.66:80") }
	if n := count(all, liar); len(all) != maxDisplays || n != maxOfHost {
		t.Errorf("%d displays, %d of one host", len(all), n)
	}
	for _, d := range all {
		if d.Kind != Ledpost || len(d.Addresses) > maxAddresses {
			t.Errorf("%v", d)
		}
	}
}

// TestOneSearchAMinute: however many ask, and whoever of them leaves, the device searches once a minute, for so long.
func TestOneSearchAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		searches := 0
		r := New(self, func() map[netip.Addr]bool { return nil }, func(ctx context.Context, seen func(Sight)) {
			searches++
			seen(Sight{Ledpost, kitchen, "<b>", at("10.0.0.5:80")})
			<-ctx.Done()
		})
		get := r.Endpoints()[0].Methods["GET"]
		began, ctx := time.Now(), t.Context()
		left, leave := context.WithCancel(ctx)
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				w := httptest.NewRecorder()
				const want = `{"displays":[{"kind":"ledpost","id":"` + kitchen +
					`","name":"<b>","addresses":["10.0.0.5:80"]}]}`
				if err := get(w, httptest.NewRequestWithContext(ctx, "GET", "/live/house", nil)); err != nil ||
					w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != want {
					t.Errorf("%v %d %s", err, w.Code, w.Body)
				}
			})
			wg.Go(func() { _, _ = r.look(left) })
		}
		synctest.Wait()
		leave()
		wg.Wait()
		if took := time.Since(began); searches != 1 || took != looking {
			t.Errorf("%d searches in %v", searches, took)
		}
		time.Sleep(pause - looking - time.Nanosecond)
		_, _ = r.look(ctx)
		if searches != 1 {
			t.Error("again within a minute")
		}
		time.Sleep(time.Nanosecond)
		_, _ = r.look(ctx)
		if searches != 2 {
			t.Error("not again after a minute")
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		<-r.turn
		if _, err := r.look(gone); err == nil {
			t.Error("it waits for a search that nobody waits for")
		}
		r.turn <- struct{}{}
	})
}
