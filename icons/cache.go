// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"container/list"
	"hash/maphash"
	"image"
	"time"
)

// Bounds of the memory of decoded icons. An icon that is requested again within
// inUse is on the panel: if it were dropped for another such icon, the two
// would be decoded in turns forever.
const (
	maxReady = 16 << 20        // bytes; the newest is always kept
	maxInUse = 48 << 20        // bytes, for icons in use
	inUse    = 5 * time.Second // longer than between two looks at a notification
)

// item is a decoded icon.
type item struct {
	icon *Icon    // nil: it cannot be decoded
	file userFile // the version of the user's file
}

// cache keeps the items that were used last. The zero cache is empty.
type cache struct {
	items map[slot]*list.Element
	order list.List // of *cached, the newest in front
	bytes int

	dropped map[uint64]time.Time // when icons in use were, by the hash of their slot
	seed    maphash.Seed
}

type cached struct {
	at slot
	item
	bytes int
	used  time.Time
}

func (c *cache) get(at slot) (item, bool) {
	e, ok := c.items[at]
	if !ok {
		return item{}, false
	}
	c.order.MoveToFront(e)
	v := e.Value.(*cached)
	v.used = time.Now()
	return v.item, true
}

// put keeps it. It reports whether the icon is worth announcing: one that was
// dropped a moment ago for lack of memory is not, since it will be dropped
// again.
func (c *cache) put(at slot, it item) (news bool) {
	if e, ok := c.items[at]; ok {
		c.remove(e)
	}
	if c.items == nil {
		c.items, c.seed = map[slot]*list.Element{}, maphash.MakeSeed()
	}
	now := time.Now()
	v := &cached{at, it, 512 + len(at.name) + size(it.icon), now}
	c.items[at] = c.order.PushFront(v)
	c.bytes += v.bytes
	dropped, again := c.dropped[c.hash(at)]
	for c.bytes > maxReady && c.order.Len() > 1 {
		oldest := c.order.Back().Value.(*cached)
		if now.Sub(oldest.used) < inUse {
			if c.bytes <= maxInUse {
				break
			}
			c.noteDropped(oldest.at, now)
		}
		c.remove(c.order.Back())
	}
	return !again || now.Sub(dropped) >= inUse
}

// maxDropped bounds the record of dropped icons.
const maxDropped = 1024

func (c *cache) noteDropped(at slot, now time.Time) {
	if c.dropped == nil || len(c.dropped) >= maxDropped {
		c.dropped = map[uint64]time.Time{}
	}
	c.dropped[c.hash(at)] = now
}

func (c *cache) hash(at slot) uint64 { return maphash.Comparable(c.seed, at) }

func (c *cache) remove(e *list.Element) {
	v := c.order.Remove(e).(*cached)
	delete(c.items, v.at)
	c.bytes -= v.bytes
}

// size is roughly the memory of an icon.
func size(ic *Icon) int {
	if ic == nil {
		return 0
	}
	n := 0
	counted := map[*image.RGBA]bool{}
	for _, f := range ic.Frames {
		n += 32
		if !counted[f.Image] {
			counted[f.Image] = true
			n += 96 + len(f.Image.Pix)
		}
	}
	return n
}

// negative remembers for a while which icons the gallery does not have, and why, until it has them.
type negative struct {
	until map[string]time.Time
	why   map[string]string // with %q for the icon
}

// maxMissing bounds the memory of a negative cache.
const maxMissing = 1024

func (n *negative) add(key string, d time.Duration, why string) {
	if len(n.until) >= maxMissing || n.until == nil {
		n.until, n.why = map[string]time.Time{}, map[string]string{}
	}
	n.until[key], n.why[key] = time.Now().Add(d), why
}

func (n *negative) has(key string) bool { return time.Now().Before(n.until[key]) }
