package device

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
	cfg := testConfig(f)
	with(newPuppet("puppet"))(&cfg, nil)
	f.Fuzz(func(t *testing.T, settings []byte) {
		s := newState(cfg, Fresh(), start)
		before := s.listed()
		list := s.listed()
		list[1].Settings = json.RawMessage(settings)
		var err error
		memtest.AtMost(t, 1<<20+200*len(settings), func() { err = s.setWidgets(list) })
		if err != nil {
			if after := s.listed(); !after[1].equal(before[1]) || s.changed {
				t.Errorf("refused with %v, and changed to %+v", err, after[1])
			}
			return
		}
		kept := s.widgets[1].Settings
		if len(kept) > maxSettings || !json.Valid(kept) {
			t.Errorf("kept %d bytes: %s", len(kept), kept)
		}
		told := s.listed()
		var secret struct{ Token any }
		if err := json.Unmarshal(told[1].Settings, &secret); err != nil || secret.Token != nil && secret.Token != "" && !keeps(secret.Token) {
			t.Errorf("told %s", told[1].Settings)
		}
		if err := s.setWidgets(told); err != nil || string(s.widgets[1].Settings) != string(kept) {
			t.Errorf("sent back as it was told: %v, kept %s, before %s", err, s.widgets[1].Settings, kept)
		}
	})
}
