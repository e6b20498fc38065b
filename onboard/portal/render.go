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
)

// form returns the page that asks.
func (p Page) form() string {
	reason := ""
	if p.Reason != "" {
		reason = `<p class="reason" role="alert">` + html.EscapeString(p.Reason) + `</p>`
	}
	return p.whole(strings.NewReplacer("{reason}", reason, "{networks}", list(p.Networks),
		"{name}", html.EscapeString(p.Name), "{zone}", html.EscapeString(p.Zone)).Replace(formText))
}

// joining returns the page that says that the device joins a network now.
func (p Page) joining(network string) string {
	return p.whole(strings.NewReplacer("{network}", html.EscapeString(network), "{own}", html.EscapeString(p.Own)).Replace(joiningText))
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
		fmt.Fprintf(&out, `<li><label><input type="radio" name="ssid" value="%s"> %s <small>%s%d %%</small></label>`+"\n", name, name, open, n.Signal)
	}
	out.WriteString("</ul>")
	return out.String()
}
