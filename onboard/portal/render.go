// SPDX-License-Identifier: Apache-2.0

package portal

import (
	_ "embed"
	"errors"
	"fmt"
	"html"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/device/say"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/words"
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
func (p Page) form(s *sentences) string {
	reason := ""
	if p.Reason != nil {
		reason = `<p class="reason" role="alert">` + html.EscapeString(s.why(p.Reason)) + `</p>`
	}
	name := html.EscapeString(p.Name)
	title := strings.ReplaceAll(s.Title, "{name}", name)
	return p.whole(s, strings.NewReplacer(
		"{title}", title,
		"{name}", name,
		"{reason}", reason,
		"{network}", s.Network,
		"{networks}", s.list(p.Networks),
		"{other}", s.Other,
		"{password}", s.Password,
		"{panelName}", s.PanelName,
		"{zoneTitle}", s.Zone,
		"{panels}", p.choice(s),
		"{join}", s.Join,
		"{zone}", html.EscapeString(p.Zone),
	).Replace(formText))
}

// joining returns the page that says that the device joins a network now.
func (p Page) joining(s *sentences, a Answers) string {
	trial := ""
	if a.Panel != "" && !p.Stays {
		trial = "<p>" + s.Trial + "</p>"
	}
	then := s.Shows
	if p.Stays && p.Address != "" {
		at := html.EscapeString(p.Address)
		then = strings.ReplaceAll(s.ThenOpen, "{address}", `<a href="`+at+`">`+at+`</a>`)
	}
	network := strings.NewReplacer("{network}", html.EscapeString(a.SSID), "{own}", html.EscapeString(p.Own))
	return p.whole(s, strings.NewReplacer(
		"{joins}", network.Replace(s.Joins),
		"{ends}", s.Ends,
		"{then}", then,
		"{back}", network.Replace(s.Back),
		"{trial}", trial,
	).Replace(joiningText))
}

// choice returns the panels to choose from, nothing if there are none.
func (p Page) choice(s *sentences) string {
	if len(p.Panels) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<label class="field">%s <select name="panel"><option value="">%s</option>`, s.Kind, s.AsItIs)
	for _, have := range p.Panels {
		selected := ""
		if have.ID == p.Panel {
			selected = " selected"
		}
		fmt.Fprintf(&out, `<option value="%s"%s>%s</option>`, html.EscapeString(have.ID), selected,
			html.EscapeString(have.Title))
	}
	out.WriteString("</select></label>")
	return out.String()
}

// whole returns a page with content, which is HTML.
func (p Page) whole(s *sentences, content string) string {
	return strings.NewReplacer(
		"{language}", s.code,
		"{content}", content,
		"{name}", html.EscapeString(p.Name),
	).Replace(frameText)
}

// list returns the networks to choose from.
func (s *sentences) list(networks []nm.Network) string {
	if len(networks) == 0 {
		return "<p>" + s.NoneFound + "</p>"
	}
	var out strings.Builder
	out.WriteString("<ul>\n")
	for _, n := range networks {
		open, name := "", html.EscapeString(n.SSID)
		if n.Open {
			open = s.Open + ", "
		}
		fmt.Fprintf(&out, `<li><label><input type="radio" name="ssid" value="%s"> %s <small>%s%d %%</small></label>`+"\n",
			name, name, open, n.Signal)
	}
	out.WriteString("</ul>")
	return out.String()
}

// sentences are those of the page in one language: section portal of package words. {name} is the
// device, {network} the one that it joins, {own} its access point and {address} that of its page.
type sentences struct {
	code string // of the language

	Title, Network, Other, Password, PanelName, Zone, Kind, Join string

	AsItIs    string // the panel stays
	NoneFound string
	Open      string // a network that everybody may join

	Joins, Ends, Shows, ThenOpen, Back, Trial string

	// Why the answers are not taken.
	Unread, Choose, SSID, PasswordLength, NameLength, ZoneName, FromTheList, Busy, Foreign string
}

var in = words.Once(func(code string) *sentences {
	s := &sentences{code: code}
	words.Read(code, "portal", s)
	return s
})

// of returns the sentences for whoever sends a request.
func of(r *http.Request) *sentences { return in(words.Wanted(r.Header.Get("Accept-Language"))) }

// why returns a reason for which nothing was joined or taken.
func (s *sentences) why(err error) string {
	for _, known := range []struct {
		err  error
		says string
	}{
		{errUnread, s.Unread}, {errNoNetwork, s.Choose}, {nm.ErrSSID, s.SSID}, {nm.ErrPasswordLength, s.PasswordLength},
		{errNameLength, s.NameLength}, {errZone, s.ZoneName}, {errPanel, s.FromTheList}, {ErrBusy, s.Busy},
	} {
		if errors.Is(err, known.err) {
			return known.says
		}
	}
	return Spoken(say.In(s.code), err)
}

// Spoken returns why a network was not joined in the words of the panel; an error that nm does
// not have as it is.
func Spoken(words *say.Words, err error) string {
	for _, known := range []struct {
		err  error
		says string
	}{
		{nm.ErrPassword, words.WrongPassword}, {nm.ErrNotFound, words.NotFound}, {nm.ErrNoAddress, words.NoAddress},
		{nm.ErrJoin, words.Turned}, {nm.ErrNoneKnown, words.NoneKnown},
	} {
		if errors.Is(err, known.err) {
			return known.says
		}
	}
	return err.Error()
}
