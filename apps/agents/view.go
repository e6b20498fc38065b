// SPDX-License-Identifier: Apache-2.0

package agents

import (
	"fmt"
	"image/color"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// inks are the colours of the states, in their order: seen from afar before a letter is read.
var inks = []color.RGBA{{0xff, 0xb0, 0x00, 0xff}, {0xff, 0x40, 0x30, 0xff}, {0x60, 0xb0, 0xff, 0xff}, {0x40, 0xe0, 0x60, 0xff}}

// view returns a page for each agent. Where one waits, only those that wait have one.
func (a *Agents) view(cfg Settings, names []string, now time.Time) device.View {
	sheet := kit.NewSheet(a.Env, a.Look)
	if len(names) == 0 {
		return device.View{Root: kit.Pages(sheet.Says("device-robot", a.phrases().NoAgents)), Start: now, Anew: true}
	}
	var steps []render.Step
	var says []string
	for _, name := range names {
		s := a.All[name]
		if s.State == states[0].name || a.All[names[0]].State != states[0].name {
			steps = append(steps, sheet.Steps(a.page(sheet, cfg, name, s))...)
		}
		says = append(says, strings.TrimSpace(name+" "+s.State+" "+s.Task))
	}
	return device.View{Root: kit.Pages(steps), Start: now, Anew: true, Says: strings.Join(says, "; ")}
}

// page returns what shows of one: the state as large as the panel has room for, then who it is, and the task.
func (a *Agents) page(sheet *kit.Sheet, cfg Settings, name string, s status) typeset.Content {
	at := urgency(s.State)
	head := kit.Say(typeset.Head, inks[at], a.word(s.State))
	who := kit.Say(typeset.Label, kit.InkOf(a.Look, cfg.Color), name)
	lines := []typeset.Line{who, head}
	if sheet.Low() {
		lines = []typeset.Line{head, who}
	}
	if s.Task != "" {
		lines = append(lines, kit.Spare(kit.Say(typeset.Note, kit.Quiet(inks[at]), s.Task)))
	}
	if s.Quota != nil {
		lines = append(lines, kit.Spare(kit.Say(typeset.Note, kit.PaleInk, fmt.Sprintf("%d %%", *s.Quota))))
	}
	return typeset.Content{Picture: sheet.Icon(states[at].icon), Lines: lines}
}

func (a *Agents) phrases() *kit.Phrases { return a.Env.Local(a.Region, "").Phrases }

// word returns a state in the owner's language.
func (a *Agents) word(state string) string { return a.phrases().AgentStates[urgency(state)] }
