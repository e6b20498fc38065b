// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"fmt"
	"net/netip"
	"slices"
	"time"
)

// DefaultHold is how long a keyless sender keeps the panel after its last packet.
const DefaultHold = 5 * time.Second

// Options are what the owner allows in addition to LMSP, which needs the API
// key. The zero value allows nothing.
type Options struct {
	DDP    bool `toml:"ddp"`
	ArtNet bool `toml:"artnet"`
	SACN   bool `toml:"sacn"`

	// Universe is the universe of the first pixel, counted from 1 as in
	// sACN; Art-Net counts from 0. 0 = 1.
	Universe int `toml:"universe"`
	// Hold is how long a sender keeps the panel after its last packet; 0 =
	// DefaultHold.
	Hold time.Duration `toml:"hold"`
	// Address is the IPv4 address of this machine at which is received; none = all of
	// them. At one of them neither groups (sACN by multicast) nor broadcasts arrive.
	Address netip.Addr `toml:"address"`
	// Allow lists the addresses that may send without a key; none =
	// private, link-local and loopback addresses.
	Allow []Network `toml:"allow"`
}

// Check returns an error if the options are invalid.
func (o Options) Check() error {
	if o.Universe < 0 || o.Universe > 63999 {
		return fmt.Errorf("universe: %d, want 1 to 63999", o.Universe) // E1.31, 9.1.1
	}
	if o.Hold < 0 || o.Hold > time.Hour {
		return fmt.Errorf("hold: %v, want 0s to 1h", o.Hold)
	}
	if o.Address.IsValid() && (!o.Address.Is4() || o.Address.IsMulticast()) {
		return fmt.Errorf("address: %v, want an IPv4 address of this machine", o.Address)
	}
	return nil
}

// complete returns o with defaults filled in.
func (o Options) complete() Options {
	if o.Universe == 0 {
		o.Universe = 1
	}
	if o.Hold == 0 {
		o.Hold = DefaultHold
	}
	return o
}

// A Network is all addresses with a prefix. Its text is the prefix, such as
// 192.168.1.0/24, or a single address.
type Network struct{ netip.Prefix }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (n *Network) UnmarshalText(text []byte) error {
	if a, err := netip.ParseAddr(string(text)); err == nil && a.Zone() == "" {
		n.Prefix = netip.PrefixFrom(a, a.BitLen())
		return nil
	}
	p, err := netip.ParsePrefix(string(text))
	if err != nil {
		return fmt.Errorf("%q is neither an address nor a prefix such as 192.168.1.0/24", text)
	}
	n.Prefix = p
	return nil
}

// allows reports whether packets from a are accepted without a key.
func (o Options) allows(a netip.Addr) bool {
	a = a.Unmap()
	if len(o.Allow) == 0 {
		return a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsLoopback()
	}
	return slices.ContainsFunc(o.Allow, func(p Network) bool { return p.Contains(a) })
}
