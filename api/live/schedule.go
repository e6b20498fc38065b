// SPDX-License-Identifier: Apache-2.0

package live

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// wireBlock is a block of the schedule.
type wireBlock struct {
	Days   []string `json:"days"`
	From   string   `json:"from"`
	To     string   `json:"to"`
	Widget string   `json:"widget"`
}

func blockObjects(blocks []device.Block) []wireBlock {
	out := make([]wireBlock, len(blocks))
	for i, b := range blocks {
		out[i] = wireBlock{b.Days.Names(), minutes(b.From), minutes(b.To), b.Widget}
	}
	return out
}

// minutes returns t as HH:MM, with seconds only if they are not 0.
func minutes(t device.TimeOfDay) string { return strings.TrimSuffix(t.String(), ":00") }

func (l *Live) getSchedule(w http.ResponseWriter, r *http.Request) error {
	blocks, err := rest.Call(r, l.cfg.Device.Schedule)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, blockObjects(blocks))
}

// blockChange is a block as clients send it.
type blockChange struct {
	Days   days      `json:"days"`
	From   wire.Word `json:"from"`
	To     wire.Word `json:"to"`
	Widget wire.Word `json:"widget"`
}

type days struct{ wire.List[wire.Word] }

// UnmarshalJSON implements [json.Unmarshaler].
func (d *days) UnmarshalJSON(b []byte) error { return d.Read(b, 7) }

func (l *Live) putSchedule(w http.ResponseWriter, r *http.Request) error {
	var body wire.List[wire.Object[blockChange]]
	if err := rest.ReadArray(w, r, &body, device.MaxBlocks); err != nil {
		return err
	}
	var f wire.Faults
	blocks := []device.Block{}
	for at, it := range wire.Objects(&f, "", body.Items) {
		blocks = append(blocks, it.block(&f, at))
	}
	if err := f.Err(); err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	after, err := l.cfg.Device.SetSchedule(ctx, blocks)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, blockObjects(after))
}

func (c *blockChange) block(f *wire.Faults, at string) (b device.Block) {
	for _, t := range []struct {
		field string
		wire.Word
		to *device.TimeOfDay
	}{{"from", c.From, &b.From}, {"to", c.To, &b.To}} {
		if !t.Set {
			f.Add(at+"."+t.field, "is missing, want HH:MM")
		} else if v, ok := wire.Choice(f, at+"."+t.field, t.Word, device.ParseTimeOfDay); ok {
			*t.to = v
		}
	}
	if f.Check(at+".days", c.Days.Value) {
		for i, w := range c.Days.Items {
			one, _ := wire.Choice(f, fmt.Sprintf("%s.days[%d]", at, i), w, device.ParseDay)
			b.Days |= one
		}
		if c.Days.N > 7 {
			f.Add(at+".days", fmt.Sprintf("%d days, a week has 7", c.Days.N))
		}
	}
	f.Check(at+".widget", c.Widget.Value)
	b.Widget = strings.TrimSpace(c.Widget.Text)
	return b
}
