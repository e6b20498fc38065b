// SPDX-License-Identifier: Apache-2.0

package data

import (
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
)

// brief publishes the first text of each widget for pages that several apps share, while
// it is not stale.
func (d *Data) brief() {
	all := map[string]kit.Brief{}
	for _, one := range d.items {
		if one.frames == nil || one.stale {
			continue
		}
		text, done := one.frames[0].Words(), progress(one.frames)
		if text == "" && one.frames[0].Goal != nil {
			text = one.says()
		}
		if text != "" {
			all[one.ID] = kit.Brief{Kind: kit.Figure, Icon: one.frames[0].Icon, Lead: one.title, Text: text,
				Done: done}
		}
	}
	d.Env.Shared.Tell(Package, all)
}

// progress returns how far the first goal among frames is reached.
func progress(frames []note.Frame) (p kit.Progress) {
	for _, f := range frames {
		if f.Goal != nil {
			return kit.Progress{Share: f.Goal.Reached()}
		}
	}
	return p
}

// says returns the data in a line: the first text, or else the value of a goal or the last of a
// chart, or else the title. It is "" only as long as there are no data.
func (d *datum) says() string {
	if d.frames == nil {
		return ""
	}
	first := d.frames[0]
	switch text := first.Words(); {
	case text != "":
		return text
	case first.Goal != nil:
		return strings.TrimSpace(fmt.Sprint(first.Goal.Current, " ", first.Goal.Unit))
	case len(first.Chart) > 0:
		return fmt.Sprint(first.Chart[len(first.Chart)-1])
	}
	return d.title
}
