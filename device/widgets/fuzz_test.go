// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"encoding/json"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
)

// FuzzSettings: whatever comes as a widget's settings, it is taken whole and is
// accepted again as it is told, or refused and changes nothing; and no secret is
// ever told.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"city":"Oslo","token":"s3cret","cities":["a","b"],"size":3}`, `{"token":{"set":true}}`,
		`{"cities":[null,{"set":true}]}`, `{"size":1e400}`, `{"city":{"city":{}}}`, `{"token":{"set":false}}`, `{"city":"\u003c"}`,
	} {
		f.Add([]byte(seed))
	}
	city := Schema{Type: "string", MaxLen: 20}
	kinds := []Kind{{Package: "clock", Schema: &Schema{}}, {Package: "puppet", Schema: &Schema{Properties: []Property{
		{Name: "city", Schema: city}, {Name: "token", Schema: Schema{Type: "string", Secret: true}},
		{Name: "cities", Schema: Schema{Type: "array", MaxLen: 3, Items: &city}},
		{Name: "size", Schema: Schema{Type: "integer", Min: 1, Max: 9}},
	}}}}
	f.Fuzz(func(t *testing.T, settings []byte) {
		l := New(kinds, nil, nil, never)
		before := l.Shown()
		list := l.Shown()
		list[1].Settings = json.RawMessage(settings)
		var err error
		memtest.AtMost(t, 1<<20+200*len(settings), func() { err = l.Set(list) })
		if err != nil {
			if after := l.Shown(); !after[1].Equal(before[1]) || l.Kept() != nil {
				t.Errorf("refused with %v, and changed to %+v", err, after[1])
			}
			return
		}
		kept := l.All()[1].Settings
		if len(kept) > maxSettings || !json.Valid(kept) {
			t.Errorf("kept %d bytes: %s", len(kept), kept)
		}
		told := l.Shown()
		var secret struct{ Token any }
		if err := json.Unmarshal(told[1].Settings, &secret); err != nil || secret.Token != nil && secret.Token != "" && !keeps(secret.Token) {
			t.Errorf("told %s", told[1].Settings)
		}
		if err := l.Set(told); err != nil || string(l.All()[1].Settings) != string(kept) {
			t.Errorf("sent back as it was told: %v, kept %s, before %s", err, l.All()[1].Settings, kept)
		}
	})
}
