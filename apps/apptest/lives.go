// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// lives runs the app on a device, which keeps its settings as they are sent, over a
// restart too, and refuses what does not fit.
func (c *checker) lives() {
	synctest.Test(c.t, func(t *testing.T) {
		list := []kit.App{Backdrop, c.app}
		for _, s := range c.taken {
			saved := Live(t, device.Fresh(), list, func(h *Home) { c.sends(h, s, true) })
			Live(t, saved, list, func(h *Home) { c.reads(h, s, "after a restart") })
		}
		Live(t, device.Fresh(), list, func(h *Home) {
			for _, of := range []func(*device.Schema) []any{faulty, misfits} {
				for _, s := range singles(&c.about.Settings, of) {
					c.sends(h, s, false)
				}
			}
		})
	})
}

// sends makes a sample the settings of the app's widget, and wants them accepted or not.
func (c *checker) sends(h *Home, s sample, accepted bool) {
	list := h.list()
	was := list[1].Settings
	list[1].Settings = s.raw
	_, err := h.SetApps(h.T.Context(), list)
	synctest.Wait()
	switch {
	case accepted && err != nil:
		c.bad("settings", "%s: the device refuses it: %v", s.raw, err)
	case accepted:
		c.reads(h, s, "as it is read")
	case err == nil:
		c.bad("refusal", "%s: the device accepts it", s.raw)
	default:
		for _, f := range fields(err) {
			if !strings.HasPrefix(f, "[1].settings."+s.names[0]) {
				c.bad("refusal", "%s: the device names %s", s.raw, f)
			}
		}
		if fields(err) == nil {
			c.bad("refusal", "%s: the error %q names nothing", s.raw, err)
		}
		c.reads(h, sample{raw: was}, "after "+string(s.raw)+" was refused")
	}
}

// reads compares the settings of the app's widget, as the device keeps them, with a sample.
func (c *checker) reads(h *Home, s sample, when string) {
	h.mu.Lock()
	kept := h.kept.Settings.Apps.Widgets
	h.mu.Unlock()
	if got := h.list()[1].Settings; !secret(&c.about.Settings) && !same(got, s.raw) {
		c.bad("settings", "%s: %s it is %s", s.raw, when, got)
	}
	if len(kept) > 1 && len(s.names) > 0 && !same(kept[1].Settings, s.raw) {
		c.bad("settings", "%s: %s it is kept as %s", s.raw, when, kept[1].Settings)
	}
}

// secret reports whether a part of s is not shown to readers.
func secret(s *device.Schema) bool {
	if s.Secret || s.Format == "uri" {
		return true
	}
	for _, p := range s.Properties {
		if secret(&p.Schema) {
			return true
		}
	}
	return s.Items != nil && secret(s.Items)
}

// same reports whether two texts are the same JSON; an empty one is an empty object.
func same(a, b json.RawMessage) bool {
	x, y := map[string]any{}, map[string]any{}
	_, _ = json.Unmarshal(a, &x), json.Unmarshal(b, &y)
	return reflect.DeepEqual(x, y)
}
