// SPDX-License-Identifier: Apache-2.0

package door

import (
	"log/slog"
	"net/netip"
)

var silent = slog.New(slog.DiscardHandler)

// has reports whether the address has shown a key.
func (f *friends) has(peer netip.Prefix) bool { return f.rank(peer) > Keyless }

// owner reports whether the address has shown a key of the owner.
func (f *friends) owner(peer netip.Prefix) bool { return f.rank(peer) == Owner }
