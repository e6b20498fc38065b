// SPDX-License-Identifier: Apache-2.0

package live

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/applet"
)

// Consents is what the owner has said about apps by others. Any goroutine calls it. Errors are answers of package
// rest.
type Consents interface {
	Apps(asking bool) []string // those that are kept, or of them those that wait for an answer; sorted
	Consent(app string) (Consent, error)
	// Answer keeps the owner's word about places: they are allowed, refused, or may be asked for again.
	Answer(app string, allow, refuse, forget []applet.Place) (Consent, error)
}

// Consent is what the owner has said about an app.
type Consent struct {
	Hosts   []string       `json:"hosts"` // that its program names
	Allowed []applet.Place `json:"allowed"`
	Refused []applet.Place `json:"refused"`
	Asks    []applet.Place `json:"asks"` // what it asks for, without an answer
}

// wireConsent is what an app may do.
type wireConsent struct {
	App string `json:"app"`
	Consent
	Limits *limits `json:"limits,omitempty"`
}

// limits are those of one drawing. They are the same for all apps.
type limits struct {
	Seconds  int `json:"seconds"`
	Memory   int `json:"memory"` // bytes; see applet.Memory
	Pictures int `json:"pictures"`
	Requests int `json:"requests"`
}

func consentOf(app string, c Consent) wireConsent {
	return wireConsent{app, c, &limits{
		int(applet.MaxTime.Seconds()), int(applet.MemoryHere().Drawing), applet.MaxImages, applet.MaxFetches,
	}}
}

// seen returns what the key of a request may see of c: a key below scope all sees no address in the owner's network.
func (m *scripts) seen(r *http.Request, c Consent) Consent {
	if m.live.cfg.Keys.SeesAll(r) {
		return c
	}
	for _, all := range []*[]applet.Place{&c.Allowed, &c.Refused, &c.Asks} {
		hosts := make([]applet.Place, len(*all))
		for i, p := range *all {
			hosts[i].Host = p.Host
		}
		*all = hosts
	}
	return c
}

// questions lists the apps with what they may ask, and what they ask for.
func (m *scripts) questions(w http.ResponseWriter, r *http.Request) error {
	out := []wireConsent{}
	for _, app := range m.consents.Apps(r.URL.Query().Get("asking") == "true") {
		if c, err := m.consents.Consent(app); err == nil { // else it has just gone
			out = append(out, wireConsent{App: app, Consent: m.seen(r, c)})
		}
	}
	return rest.WriteJSON(w, http.StatusOK, map[string]any{"apps": out})
}

// consent tells what an app may do.
func (m *scripts) consent(w http.ResponseWriter, r *http.Request) error {
	app := r.PathValue("app")
	c, err := m.consents.Consent(app)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, consentOf(app, m.seen(r, c)))
}

// wireAnswer is an answer of the owner about places, each of which is in one of the lists.
type wireAnswer struct {
	Allow  placeList `json:"allow"`
	Refuse placeList `json:"refuse"`
	Forget placeList `json:"forget"`
}

// answer takes the owner's word about places.
func (m *scripts) answer(w http.ResponseWriter, r *http.Request) error {
	var body wireAnswer
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	allow := body.Allow.read(&f, "allow")
	refuse := body.Refuse.read(&f, "refuse", allow...)
	forget := body.Forget.read(&f, "forget", slices.Concat(allow, refuse)...)
	if err := f.Err(); err != nil {
		return err
	}
	app := r.PathValue("app")
	c, err := m.consents.Answer(app, allow, refuse, forget)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, consentOf(app, c))
}

// maxNamed is how many places one request may name in a list.
const maxNamed = 64

// placeList is a list of places.
type placeList struct {
	wire.List[wire.Object[sentPlace]]
}

// UnmarshalJSON implements [json.Unmarshaler].
func (l *placeList) UnmarshalJSON(b []byte) error { return l.Read(b, maxNamed) }

type sentPlace struct {
	Host    wire.Word `json:"host"`
	Address wire.Word `json:"address"`
}

// read returns the places of a list, each once, none of which may be among those of the lists before.
func (l *placeList) read(f *wire.Faults, field string, before ...applet.Place) (all []applet.Place) {
	l.Check(f, field, maxNamed, "hosts")
	for at, it := range wire.Objects(f, field, l.Items) {
		host, address := it.Host, it.Address
		f.Check(at+".host", host.Value)
		f.Check(at+".address", address.Value)
		if host.Bad != "" || address.Bad != "" {
			continue
		}
		p, err := applet.ParsePlace(host.Text, address.Text)
		if err != nil {
			f.Add(at, err.Error())
			continue
		}
		if slices.ContainsFunc(before, p.Same) {
			f.Add(at, fmt.Sprintf("%v is in another list, too", p))
		}
		if !slices.ContainsFunc(all, p.Same) {
			all = append(all, p)
		}
	}
	return all
}
