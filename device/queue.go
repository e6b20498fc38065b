// SPDX-License-Identifier: Apache-2.0

package device

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

// Limits of the queue (docs/decisions.md 10).
const (
	MaxWaiting     = 100     // notifications that wait
	MaxWaitingSize = 8 << 20 // bytes of what they show
	keepEnded      = 200     // ended notifications that GET still answers for
	keepEndedSize  = 8 << 20 // bytes of what they have shown
	idempotentTime = 10 * time.Minute
)

// Item is a notification in the queue, or one of the last that ended.
type Item struct {
	note.Notification
	ID      string
	Created time.Time
	Updated time.Time // when it was last shown, interrupted or ended
	Expires time.Time // when its lifetime ends; time on the screen postpones it
	Visible bool
	Outcome note.Outcome
	Reason  string // why it has this Outcome, is held back, or shows a sign for an icon, in words
}

// entry is a notification that has not ended.
type entry struct {
	Item                // Expires is exact while it waits
	seq   uint64        // order of arrival; lower = older; interrupted ones keep theirs
	left  time.Duration // of its lifetime when it last stopped waiting
	fresh bool          // no step has looked at it yet
	key   string        // Idempotency-Key of its POST; "" = none
	alert alertOf       // the alert that it is; zero = it came from outside
	ends  int           // unclean ends of the program that count against it

	bytes  int     // that it takes, roughly
	stored *Stored // where the keeper has the content; nil = nowhere
	later  bool    // the content is still to be read: standIn is in its place
}

// queue holds the waiting notifications, the next one first, and the last ones
// that ended.
type queue struct {
	waiting  []*entry
	ended    []Item
	next     uint64 // id and seq of the next arrival
	reserved uint64 // ids below this are reserved in the saved state
	used     map[string]usedKey
	received uint64
	sent     uint64 // of those received, not by the device itself
	outcomes map[note.Outcome]uint64

	iconFault func(*note.Notification) string // as Config.iconFault; nil = no icon has one

	alertsOver []alertOver // the apps have not been notified of these yet
}

// usedKey is an Idempotency-Key that has been used.
type usedKey struct {
	id   string
	when time.Time
}

// alertOf names an app's alert; the zero value belongs to a notification that is no alert.
type alertOf struct{ pkg, key string }

// alertOver is an alert that has ended.
type alertOver struct {
	alert   alertOf
	outcome note.Outcome
}

// Reserve is how many ids are reserved ahead (docs/decisions.md 4, id).
const Reserve = 1000

// push adds n, which is valid, to the waiting ones.
func (q *queue) push(n note.Notification, now time.Time) *entry {
	e := &entry{seq: q.next, left: n.Lifetime, fresh: true}
	e.Item = Item{Notification: n, ID: strconv.FormatUint(q.next, 10), Created: now, Updated: now}
	q.next++
	// Before half of them are used: the write that reserves more has the other half to fail
	// and be tried again in.
	if q.next+Reserve/2 > q.reserved {
		q.reserved = q.next + Reserve
	}
	q.received++
	if n.Origin != note.OriginInternal {
		q.sent++
	}
	q.wait(e, now)
	return e
}

// wait puts e in its place: higher priority first, then older first. An interrupted
// notification is older than all that waited behind it.
func (q *queue) wait(e *entry, now time.Time) {
	e.Expires, e.bytes = now.Add(e.left), size(e.Frames)
	at, _ := slices.BinarySearchFunc(q.waiting, e, func(a, b *entry) int {
		if c := cmp.Compare(b.Priority, a.Priority); c != 0 {
			return c
		}
		return cmp.Compare(a.seq, b.seq)
	})
	q.waiting = slices.Insert(q.waiting, at, e)
}

// take removes and returns the next one if its priority is least or higher. One whose
// content is still to be read lets none behind it pass.
func (q *queue) take(least note.Priority, now time.Time) *entry {
	if len(q.waiting) == 0 || q.waiting[0].later || q.waiting[0].Priority < least {
		return nil
	}
	e := q.waiting[0]
	q.waiting = slices.Delete(q.waiting, 0, 1)
	e.left = e.Expires.Sub(now) // on the panel its lifetime stands still
	return e
}

// expire ends those whose lifetime is over. A new arrival first gets its chance to
// be shown at once.
func (q *queue) expire(now time.Time) (changed bool) {
	q.waiting = slices.DeleteFunc(q.waiting, func(e *entry) bool {
		over := !e.fresh && !e.Expires.After(now)
		if over {
			q.end(e, note.OutcomeExpired, "its lifetime was over before it could be shown", now)
			changed = true
		}
		return over
	})
	return changed
}

// settle clears fresh in all waiting ones.
func (q *queue) settle() {
	for _, e := range q.waiting {
		e.fresh = e.fresh && e.later
	}
}

// remove removes and returns the waiting notification id, or nil.
func (q *queue) remove(id string) *entry {
	i := slices.IndexFunc(q.waiting, func(e *entry) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	e := q.waiting[i]
	q.waiting = slices.Delete(q.waiting, i, i+1)
	return e
}

// coming returns the waiting notification id if its content is still to be read, or nil.
func (q *queue) coming(id string) *entry {
	for _, e := range q.waiting {
		if e.ID == id && e.later {
			return e
		}
	}
	return nil
}

// end records the outcome of e, and the fault of its icon before the reason, also if it never showed: whoever
// asks afterwards learns why it looked different, or would have.
func (q *queue) end(e *entry, o note.Outcome, why string, now time.Time) {
	if q.iconFault != nil && !e.later {
		if fault := q.iconFault(&e.Notification); fault != "" && !strings.HasPrefix(why, fault) {
			why = fault + "; " + why
		}
	}
	e.Outcome, e.Updated, e.Visible, e.Reason = o, now, false, why
	if e.later {
		e.Frames = nil // nobody has read them
	}
	q.ended = append(q.ended, e.Item)
	if over := len(q.ended) - keepEnded; over > 0 {
		q.ended = slices.Delete(q.ended, 0, over)
	}
	q.slim()
	q.outcomes[o]++
	if e.alert != (alertOf{}) {
		q.alertsOver = append(q.alertsOver, alertOver{e.alert, o})
	}
}

// delivered returns the alerts that have ended since it was last called.
func (q *queue) delivered() []alertOver {
	over := q.alertsOver
	q.alertsOver = nil
	return over
}

// slim bounds the memory of the ended notifications, which may be 1 MiB each: the
// oldest lose their content until the rest fits.
func (q *queue) slim() {
	room := keepEndedSize
	for i := range slices.Backward(q.ended) {
		if room -= size(q.ended[i].Frames); room < 0 {
			q.ended[i].Frames = nil
		}
	}
}

// full reports whether there is no room for frames behind those that wait.
func (q *queue) full(frames []note.Frame) bool {
	return len(q.waiting) >= MaxWaiting || q.bytes()+size(frames) > MaxWaitingSize
}

// bytes returns how much memory the waiting notifications take.
func (q *queue) bytes() (sum int) {
	for _, e := range q.waiting {
		sum += e.bytes
	}
	return sum
}

// size returns roughly how much memory the frames take, in bytes.
func size(frames []note.Frame) (n int) {
	for i := range frames {
		n += frames[i].Size()
	}
	return n
}

// seen returns the id for which key was used in the last ten minutes.
func (q *queue) seen(key string, now time.Time) (id string, ok bool) {
	u, ok := q.used[key]
	return u.id, ok && now.Sub(u.when) < idempotentTime
}

// use records that key, unless it is "", was used for e. The map is bounded: old
// keys are forgotten, and if a flood of keys fills it, all are.
func (q *queue) use(key string, e *entry, now time.Time) {
	const most = 4096 // a flood of keys takes some hundred kilobytes, no more
	if key == "" {
		return
	}
	if len(q.used) >= most {
		maps.DeleteFunc(q.used, func(_ string, u usedKey) bool { return now.Sub(u.when) >= idempotentTime })
	}
	if len(q.used) >= most {
		clear(q.used)
	}
	e.key, q.used[key] = key, usedKey{e.ID, now}
}

// trackOf converts s for the player, still without a volume.
func trackOf(s *note.Sound, key string) sounds.Track {
	t := sounds.Track{Key: key, Category: s.Category, ID: s.ID, Tune: s.Tune, URL: s.URL, Type: s.Type, Repeat: s.Repeat}
	if s.URL != "" {
		t.Category, t.ID, t.Tune = "", "", ""
	}
	if s.Fallback != nil {
		t.Fallback = sounds.Builtin{Category: s.Fallback.Category, ID: s.Fallback.ID}
	}
	return t
}

// upcoming returns the sounds of the waiting notifications, the next one first.
func (q *queue) upcoming() (tracks []sounds.Track) {
	for _, e := range q.waiting {
		if e.Sound != nil {
			tracks = append(tracks, trackOf(e.Sound, e.ID))
		}
	}
	return tracks
}
