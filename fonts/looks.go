// SPDX-License-Identifier: Apache-2.0

package fonts

import "sync"

// looks keeps how a face draws what is dear to find: letters with marks, and characters that its first book has
// not. The copies of a face in other scales share it. The zero value is empty; any goroutine may use it.
type looks struct {
	mu  sync.Mutex
	all map[look][]placed
}

// sign is what a cluster is drawn of, wherever it stands: its neighbours change nothing about
// how a face draws it.
type sign struct {
	base           rune
	marks          [maxMarks]rune
	colorful, mono bool
}

// sign returns what c is drawn of.
func (c *cluster) sign() sign {
	k := sign{base: c.base, colorful: c.colorful, mono: c.mono}
	copy(k.marks[:], c.marks)
	return k
}

// look is a sign in one scale of a face.
type look struct {
	sign
	scale int
}

// maxLooks bounds what a face keeps, to some 200 kB: twice the different letters of the longest text of a frame.
// Beyond them it begins anew.
const maxLooks = 2048

// of returns what find returns for k, from before or from now.
func (l *looks) of(k look, find func() []placed) []placed {
	l.mu.Lock()
	out, ok := l.all[k]
	l.mu.Unlock()
	if ok {
		return out
	}
	out = find()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil || len(l.all) >= maxLooks {
		l.all = map[look][]placed{}
	}
	l.all[k] = out
	return out
}
