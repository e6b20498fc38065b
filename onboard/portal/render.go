// SPDX-License-Identifier: Apache-2.0

package portal

import (
	_ "embed"
	"fmt"
	"html"
	"strings"

	"github.com/ledpost/ledpost/onboard/nm"
)

// The page, with {names} where values go. A template of html/template would be
// simpler, but it looks up methods by name, so that the linker keeps every
// exported method of the whole program: 4 MB more.
var (
	//go:embed page.html
	frameText string
	//go:embed form.html
	formText string
	//go:embed joining.html
	joiningText string
	//go:embed trial.html
	trialText string
)

// form returns the page that asks.
func (p Page) form() string {
	reason := ""
	if p.Reason != "" {
		reason = `<p class="reason" role="alert">` + html.EscapeString(p.Reason) + `</p>`
	}
	return p.whole(strings.NewReplacer("{reason}", reason, "{networks}", list(p.Networks), "{panels}", p.choice(),
		"{name}", html.EscapeString(p.Name), "{zone}", html.EscapeString(p.Zone)).Replace(formText))
}

// joining returns the page that says that the device joins a network now.
func (p Page) joining(a Answers) string {
	trial := ""
	if a.Panel != "" && !p.Stays {
		trial = trialText
	}
	then := "The panel then shows its address: open that."
	if p.Stays && p.Address != "" {
		at := html.EscapeString(p.Address)
		then = `Then open <a href="` + at + `">` + at + `</a>.`
	}
	return p.whole(strings.NewReplacer(
		"{network}", html.EscapeString(a.SSID), "{own}", html.EscapeString(p.Own), "{then}", then, "{trial}", trial,
	).Replace(joiningText))
}

// choice returns the panels to choose from, nothing if there are none.
func (p Page) choice() string {
	if len(p.Panels) == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString(`<label class="field">Kind of panel <select name="panel"><option value="">as it is now</option>`)
	for _, have := range p.Panels {
		selected := ""
		if have.ID == p.Panel {
			selected = " selected"
		}
		fmt.Fprintf(&out, `<option value="%s"%s>%s</option>`, html.EscapeString(have.ID), selected, html.EscapeString(have.Title))
	}
	out.WriteString("</select></label>")
	return out.String()
}

// whole returns a page with content, which is HTML.
func (p Page) whole(content string) string {
	return strings.NewReplacer("{name}", html.EscapeString(p.Name), "{content}", content).Replace(frameText)
}

// list returns the networks to choose from.
func list(networks []nm.Network) string {
	if len(networks) == 0 {
		return "<p>None was found.</p>"
	}
	var out strings.Builder
	out.WriteString("<ul>\n")
	for _, n := range networks {
		open, name := "", html.EscapeString(n.SSID)
		if n.Open {
			open = "open, "
		}
		fmt.Fprintf(&out, `<li><label><input type="radio" name="ssid" value="%s"> %s <small>%s%d %%</small></label>`+"\n",
			name, name, open, n.Signal)
	}
	out.WriteString("</ul>")
	return out.String()
}
