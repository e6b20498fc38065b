// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// broker4 is a broker that announces itself.
func broker4(name, host, ip string) entry {
	ips := []netip.Addr{netip.MustParseAddr("fe80::1"), netip.MustParseAddr(ip)}
	return entry{Name: name, Host: host, Port: 1883, IPs: ips}
}

// TestFindAmongSeveral: the first by name is taken, whichever answers first; one over TLS
// only by who can verify it; all of them have three seconds.
func TestFindAmongSeveral(t *testing.T) {
	const window = 3 * time.Second
	a, b, six := broker4("a", "hub.", "192.0.2.1"), broker4("b", "lab.example.org.", "192.0.2.2"),
		broker4("0", "six", "2001:db8::1")
	broken := errors.New("no interface has multicast")
	for _, row := range []struct {
		name          string
		plain, secure []entry
		fails         error
		verified      bool
		want          address
		err           error
		took          time.Duration
	}{
		{"one", []entry{a}, nil, nil, false, address{"192.0.2.1:1883", false, true, "hub.local"}, nil, window},
		{"the first by name answers first", []entry{a, b}, nil, nil, false,
			address{"192.0.2.1:1883", false, true, "hub.local"}, nil, window},
		{"it answers last", []entry{b, a}, nil, nil, false, address{"192.0.2.1:1883", false, true, "hub.local"}, nil, window},
		{"without an IPv4 address", []entry{six, b}, nil, nil, false,
			address{"192.0.2.2:1883", false, true, "lab.example.org"}, nil, window},
		{"over TLS", []entry{a}, []entry{b}, nil, true, address{"192.0.2.2:1883", true, true, "lab.example.org"},
			nil, window},
		{"over TLS, which nobody can verify", []entry{a}, []entry{b}, nil, false,
			address{"192.0.2.1:1883", false, true, "hub.local"}, nil, window},
		{"none over TLS", []entry{a}, nil, nil, true, address{"192.0.2.1:1883", false, true, "hub.local"}, nil, 2 * window},
		{"none", nil, nil, nil, false, address{}, errNoBroker, window},
		{"nobody can be asked", nil, nil, broken, false, address{}, broken, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				got, err := lookup(func(ctx context.Context, service string, seen func(entry)) error {
					if row.fails != nil {
						return row.fails
					}
					for _, e := range map[string][]entry{plainService: row.plain, secureService: row.secure}[service] {
						seen(e)
					}
					<-ctx.Done()
					return ctx.Err()
				}).find(t.Context(), row.verified)
				if got != row.want || err != row.err || time.Since(begun) != row.took {
					t.Errorf("%+v, %v after %v; want %+v, %v after %v", got, err, time.Since(begun), row.want, row.err, row.took)
				}
			})
		})
	}
}

// TestAnswerComesTooLate: the search is over, and whoever answers late is not kept waiting.
func TestAnswerComesTooLate(t *testing.T) {
	var late func(entry)
	found, err := lookup(func(_ context.Context, _ string, seen func(entry)) error {
		seen(broker4("b", "hub.", "192.0.2.2"))
		late = seen
		return context.DeadlineExceeded
	}).find(t.Context(), false)
	must.Do(t, err)
	heard := make(chan struct{})
	go func() { defer close(heard); late(broker4("a", "lab.", "192.0.2.1")) }()
	select {
	case <-heard:
	case <-time.After(10 * time.Second):
		t.Error("the browser waits for a search that is over")
	}
	if found.host != "192.0.2.2:1883" {
		t.Errorf("the broker that was found is now %s", found.host)
	}
}

// TestFindIsGivenUp when the device ends.
func TestFindIsGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := lookup(func(ctx context.Context, _ string, _ func(entry)) error { return ctx.Err() }).find(ctx, false)
	if !errors.Is(err, errNoBroker) {
		t.Error(err)
	}
}

// TestNameOf: the name that a certificate has.
func TestNameOf(t *testing.T) {
	for host, want := range map[string]string{"hub": "hub.local", "hub.": "hub.local", "hub.local.": "hub.local",
		"hub.example.org": "hub.example.org", "": "", ".": ""} {
		if got := nameOf(host); got != want {
			t.Errorf("%q: %q, want %q", host, got, want)
		}
	}
}
