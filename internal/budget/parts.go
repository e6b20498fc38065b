// SPDX-License-Identifier: Apache-2.0

package budget

// Parts are the budgets of a device by who takes from them, each a part of the one before:
// nobody keeps another one out who may do more. The zero Parts have no bounds.
type Parts struct {
	All    *Budget // the whole, which alone bodies of at most Small bytes are taken from
	Owner  *Budget // for what keys of scope all send and have drawn
	Guests *Budget // for keys of scope control, for icons and for answers of servers
	Sounds *Budget // of Guests, for downloads of sounds: any sender gives their address
	Sender *Budget // of Guests, for keys that may only send or read
}

// most is the size of the largest budget in bytes, and quarter the part of the memory of a
// machine that it is at most.
const most, quarter = 32 << 20, 4

// Small is the size in bytes of bodies for which there is always room.
const Small = 4 << 10

// Copies is how often the bytes of a body are held: as they came, and as what was read of them.
const Copies = 2

// reserve is what all others leave to small bodies: 256 connections may be open.
const reserve = 256 * Copies * Small

// Divide returns the budgets of a machine of so many bytes.
func Divide(machine int64) (p Parts) {
	p.All = New(max(min(most, machine/quarter), 2*reserve))
	p.Owner = p.All.Part(p.All.Size() - reserve)
	p.Guests = p.Owner.Part(p.Owner.Size() / 3 * 2)
	p.Sounds, p.Sender = p.Guests.Part(p.Guests.Size()/8*5), p.Guests.Part(p.Guests.Size()/3)
	return p
}
