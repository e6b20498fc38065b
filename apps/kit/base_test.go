// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"errors"
	"image"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// checked are settings whose size is at most 9.
type checked struct {
	Size int `json:"size"`
}

func (c *checked) Check() error {
	if c.Size > 9 {
		return note.Invalid("size", "%d, want at most 9", c.Size)
	}
	return nil
}

// TestStatic: a widget is drawn once after each change, with its settings; settings that are
// refused change nothing.
func TestStatic(t *testing.T) {
	s, drawn := Static[checked]{Base: NewBase(Env{Size: image.Pt(8, 8)})}, ""
	set := func(settings ...string) error {
		var list []device.WidgetSettings
		for i, text := range settings {
			list = append(list, device.WidgetSettings{ID: string(rune('a' + i)), Settings: []byte(text)})
		}
		return s.Configure(list)
	}
	for _, row := range []struct {
		why    string
		change func() error
		want   string // that is drawn
		field  string // that the error names; "" = no error
	}{
		{"no widget", func() error { return set() }, "", ""},
		{"a widget", func() error { return set(`{"size":3}`) }, "a3", ""},
		{"nothing", func() error { return nil }, "", ""},
		{"a look", func() error { s.SetLook(PlainLook); return nil }, "a3", ""},
		{"a region", func() error { s.SetRegion(device.Region{Language: "de"}); return nil }, "a3", ""},
		{"other settings", func() error { return set(`{"size":4}`) }, "a4", ""},
		{"settings that do not pass the check", func() error { return set(`{"size":5}`, `{"size":10}`) }, "",
			"[1].settings.size"},
		{"settings of another type", func() error { return set(`{"size":"x"}`) }, "", "[0].settings"},
		{"no settings", func() error { return set(``) }, "a0", ""},
	} {
		err := row.change()
		drawn = ""
		s.Draw(func(id string, c checked) device.View {
			drawn += id + string(rune('0'+c.Size))
			return device.View{Root: &render.Still{}}
		})
		var bad *note.InvalidError
		if errors.As(err, &bad) != (row.field != "") || bad != nil && bad.Field != row.field || drawn != row.want {
			t.Errorf("%s: %v, and %q is drawn, want %q", row.why, err, drawn, row.want)
		}
	}
	if s.Painter().Size != s.Env.Size || s.Region.Language != "de" {
		t.Errorf("%+v, %+v", s.Painter(), s.Region)
	}
}
