// SPDX-License-Identifier: Apache-2.0

package board

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/countdown"
	"github.com/ledpost/ledpost/apps/date"
	"github.com/ledpost/ledpost/apps/kit"
	suns "github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/stopwatch"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/internal/must"
)

// TestChosenWidgets: these apps have something to say where their widget was chosen, and
// take no turn by themselves.
func TestChosenWidgets(t *testing.T) {
	for _, row := range []struct {
		app            kit.App
		settings, want string
		act            string
	}{
		{countdown.App, `{"duration":90}`, "1:30", ""},
		{countdown.App, `{"duration":180}`, "→ 10:11", "countdown.start"},
		{stopwatch.App, `{}`, "0:00", ""},
		{stopwatch.App, `{}`, "10:08 →", "stopwatch.start"},
		{date.App, `{}`, "23 NOV", ""},
		{until.App, `{"date":"2026-12-24","name":"Christmas"}`, "31 days", ""},
		{suns.App, `{"latitude":52.5,"longitude":13.4}`, "15:03", ""},
	} {
		env := apptest.SizedEnv(t, image.Pt(64, 32))
		app := row.app.New(env, nil, 0)
		apptest.Set(t, app, row.settings)
		if row.act != "" {
			must.Do(t, app.Do("a", row.act, nil, now))
		}
		app.Step(now)
		board := New(env, nil, 0).(*Board)
		for _, chosen := range []string{"a", ""} {
			w := &widget{cfg: Settings{Line: chosen}}
			lines := w.content(board, now).lines
			if got := lines[0].text; (got == row.want) != (chosen == "a") && row.app.Package != date.Package {
				t.Errorf("%s, chosen %q: %q, want %q", row.app.Package, chosen, got, row.want)
			} else if chosen == "a" && got != row.want {
				t.Errorf("%s: %q, want %q", row.app.Package, got, row.want)
			}
		}
		if b, ok := env.Shared.Brief("a", now.Add(time.Second)); !ok || b.Kind != kit.Chosen {
			t.Errorf("%s says %+v", row.app.Package, b)
		}
	}
}
