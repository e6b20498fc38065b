// SPDX-License-Identifier: Apache-2.0

// Package portal is the page by which a phone that has joined the device's own access
// point sets up Wi-Fi, in the language of the phone. Every other address leads to it, which
// makes phones open it by themselves.
package portal

import (
	_ "embed"
	"io"
	"net/http"
	"slices"

	"github.com/ledpost/ledpost/internal/origin"
	"github.com/ledpost/ledpost/onboard/nm"
)

// Page is what the page shows.
type Page struct {
	Networks []nm.Network
	Reason   error  // why the last attempt failed; nil = no attempt
	Own      string // name of the access point
	Address  string // of the device's page by the name of its machine; "" = it has none
	Name     string // of the device
	Zone     string // IANA name of the time zone; "" = the page suggests the phone's
	Panels   []Panel
	Panel    string // ID of the chosen panel, or of the probable one; "" = as it is
	Stays    bool   // the chosen panel is not tried: the device has no panel yet
}

// Panel is a kind of panel to choose.
type Panel struct{ ID, Title string }

// Answers are what somebody has filled in.
type Answers struct {
	nm.Credentials
	Name  string // of the device; "" = as it is
	Zone  string // IANA name of the time zone; "" = as it is
	Panel string // ID of one of the page's; "" = as it is
}

// Limits of a request.
const (
	maxBody = 4 << 10
	maxName = 64
)

//go:embed zone.js
var script []byte

// Handler serves p at host, which is the address of the access point, and gives the
// answers to submit. submit must not wait; its error is shown and nothing happens. There
// is nothing secret on the page: whoever can see it has joined the access point.
func Handler(host string, p Page, submit func(Answers) error) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://"+host+"/", http.StatusFound)
	})
	mux.HandleFunc("GET "+host+"/{$}", func(w http.ResponseWriter, r *http.Request) { show(w, http.StatusOK, p.form(of(r))) })
	mux.HandleFunc("GET "+host+"/zone.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(script)
	})
	mux.HandleFunc("POST "+host+"/join", func(w http.ResponseWriter, r *http.Request) {
		if origin.Foreign(r) {
			http.Error(w, of(r).Foreign, http.StatusForbidden)
			return
		}
		answers, err := read(w, r)
		if err == nil {
			err = p.has(answers.Panel)
		}
		if err == nil {
			err = submit(answers)
		}
		if err != nil {
			show(w, http.StatusBadRequest, p.Again(answers, err).form(of(r)))
			return
		}
		show(w, http.StatusOK, p.joining(of(r), answers))
	})
	return mux
}

// Again returns the page for another attempt: with the answers, less the network and its
// password.
func (p Page) Again(a Answers, reason error) Page {
	p.Reason, p.Name, p.Zone, p.Panel = reason, a.Name, a.Zone, a.Panel
	return p
}

// has returns why a panel cannot be chosen.
func (p Page) has(panel string) error {
	if panel != "" && !slices.ContainsFunc(p.Panels, func(have Panel) bool { return have.ID == panel }) {
		return errPanel
	}
	return nil
}

func show(w http.ResponseWriter, status int, page string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; form-action 'self'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, page)
}
