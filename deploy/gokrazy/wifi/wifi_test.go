// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mdlayher/netlink"
	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/must"
)

func TestRequest(t *testing.T) {
	key := bytes.Repeat([]byte{0xa5}, 32)
	tests := []struct {
		name string
		n    preseed.Network
		want map[uint16][]byte
	}{
		{"an open network has no suites", preseed.Network{SSID: "guests"}, map[uint16][]byte{
			unix.NL80211_ATTR_IFINDEX:   {3, 0, 0, 0},
			unix.NL80211_ATTR_SSID:      []byte("guests"),
			unix.NL80211_ATTR_AUTH_TYPE: {0, 0, 0, 0},
		}},
		{"the key goes as it is", preseed.Network{SSID: "\xffhome", Key: key}, map[uint16][]byte{
			unix.NL80211_ATTR_IFINDEX:                {3, 0, 0, 0},
			unix.NL80211_ATTR_SSID:                   []byte("\xffhome"),
			unix.NL80211_ATTR_AUTH_TYPE:              {0, 0, 0, 0},
			unix.NL80211_ATTR_PRIVACY:                {},
			unix.NL80211_ATTR_WPA_VERSIONS:           {2, 0, 0, 0},
			unix.NL80211_ATTR_CIPHER_SUITES_PAIRWISE: {4, 0xac, 0x0f, 0},
			unix.NL80211_ATTR_CIPHER_SUITE_GROUP:     {4, 0xac, 0x0f, 0},
			unix.NL80211_ATTR_AKM_SUITES:             {2, 0xac, 0x0f, 0},
			unix.NL80211_ATTR_WANT_1X_4WAY_HS:        {},
			unix.NL80211_ATTR_PMK:                    key,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			data, err := request(3, test.n)
			must.Do(t, err)
			attributes, err := netlink.UnmarshalAttributes(data)
			must.Do(t, err)
			for _, a := range attributes {
				want, ok := test.want[a.Type]
				if !ok || !bytes.Equal(a.Data, want) {
					t.Errorf("attribute %d: %x, want %x", a.Type, a.Data, want)
				}
				delete(test.want, a.Type)
			}
			if len(test.want) > 0 {
				t.Errorf("missing: %v", test.want)
			}
		})
	}
}

// A fakeStation is connected as its list says, one entry a question.
type fakeStation struct {
	states []bool
	asked  int // to connect
	stop   func()
}

func (s *fakeStation) connected() (bool, error) {
	now := s.states[0]
	if s.states = s.states[1:]; len(s.states) == 0 {
		s.stop()
	}
	return now, nil
}

func (s *fakeStation) connect(preseed.Network) error {
	s.asked++
	return errors.New("no such network") // it goes on all the same
}

// fakeLease notes what it is asked.
type fakeLease []string

func (l *fakeLease) get()  { *l = append(*l, "get") }
func (l *fakeLease) drop() { *l = append(*l, "drop") }

func TestJoinReturnsWhenTheNetworkDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		s := &fakeStation{states: []bool{false, false, true, true, false, true, true}, stop: stop}
		var l fakeLease
		began := time.Now()
		if err := join(ctx, s, &l, preseed.Network{SSID: "home"}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if s.asked != 3 {
			t.Errorf("asked to connect %d times, want once for each time that it was not connected", s.asked)
		}
		if want := []string{"get", "drop", "get"}; !slices.Equal(l, want) {
			t.Errorf("leases %v, want %v", l, want)
		}
		if took := time.Since(began); took != time.Minute {
			t.Errorf("seven questions took %v, want 10 s between them", took)
		}
	})
}

func TestWantedIsWhatTheKernelAsksFor(t *testing.T) {
	if name, ok := wanted([]string{"/user/wifi", "-q", "--", "brcmfmac-wcc"}); name != "brcmfmac-wcc" || !ok {
		t.Errorf("%q, %v", name, ok)
	}
	if name, ok := wanted([]string{"/user/wifi"}); ok {
		t.Errorf("started by gokrazy, it loads %q", name)
	}
	if err := load("../../../../etc/passwd"); err == nil {
		t.Error("a module that is none of the driver's was loaded")
	}
}
