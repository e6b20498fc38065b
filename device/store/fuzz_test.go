// SPDX-License-Identifier: Apache-2.0

package store

import (
	"encoding/json"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// FuzzDecode: whatever is in the files, a start takes memory in proportion, ends
// soon, and gives something that can be saved and read again.
func FuzzDecode(f *testing.F) {
	m := durabletest.NewMemory()
	s, v := open(f, m)
	end(f, s, full(f, v))
	for i, file := range files {
		f.Add(uint8(i), m.Contents()[file.name])
	}
	for i := range files {
		f.Add(uint8(i), []byte(`{"version":2,"settings":{"mode":"party","look":{"text_color":{"R":1,"Set":true}}},"waiting":[{"left":5,"notification":{"sound":{"fallback":{"fallback":{}}}}}]}`))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		name := files[int(which)%len(files)].name
		m := durabletest.NewMemory()
		m.Set(name, data)
		var s *Store
		var v device.Saved
		memtest.AtMost(t, 1<<20+2000*len(data), func() { s, v = open(t, m) })
		if s.Fault() != nil {
			t.Fatal(s.Fault())
		}
		want := must.Get(json.Marshal(v.Settings))(t)
		s.Leave()
		var again device.Saved
		_, again = open(t, m)
		if got, _ := json.Marshal(again.Settings); string(got) != string(want) || again.Identity != v.Identity || len(again.Waiting) != len(v.Waiting) {
			t.Errorf("saved %s with %d waiting, read %s with %d", want, len(v.Waiting), got, len(again.Waiting))
		}
	})
}
