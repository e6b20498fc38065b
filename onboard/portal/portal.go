// SPDX-License-Identifier: Apache-2.0

// Package portal is the page by which a phone that has joined the device's own access
// point sets up Wi-Fi, in the language of the phone. Every other address leads to it, which
// makes phones open it by themselves.
package portal

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/netutil"

	"github.com/ledpost/ledpost/internal/origin"
	"github.com/ledpost/ledpost/onboard/nm"
)

// Page has the values that the page shows.
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

// Answers are the values that somebody has filled in.
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
	mux.HandleFunc("GET "+host+"/{$}", func(w http.ResponseWriter, r *http.Request) {
		show(w, http.StatusOK, p.form(of(r)))
	})
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

// maxConns is how many connections the page has at once: a phone or two.
const maxConns = 32

// Serve serves h on port 80 of address, to those alone who come over the interface iface,
// until ctx ends; then requests in progress have a second.
func Serve(ctx context.Context, iface, address string, h http.Handler) error {
	lc := net.ListenConfig{Control: only(iface)}
	l, err := lc.Listen(ctx, "tcp4", net.JoinHostPort(address, "80"))
	if err != nil {
		return fmt.Errorf("portal: %w", err)
	}
	return serve(ctx, l, h)
}

func serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{
		Handler: h, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: 10 * time.Second,
		MaxHeaderBytes: 8 << 10,
	}
	stop := context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if s.Shutdown(end) != nil {
			s.Close()
		}
	})
	defer stop()
	if err := s.Serve(netutil.LimitListener(l, maxConns)); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("portal: %w", err)
	}
	return nil
}

// Why answers are not taken.
var (
	errUnread     = errors.New("the form could not be read")
	errNoNetwork  = errors.New("choose a network")
	errNameLength = errors.New("the name has at most 64 characters")
	errZone       = errors.New("the time zone is a name such as Europe/Berlin")
	errPanel      = errors.New("choose a panel from the list")

	// ErrBusy refuses answers while others are tried.
	ErrBusy = errors.New("the panel is joining a network already")
)

// read reads the form. After an error, the answers are the part before it.
func read(w http.ResponseWriter, r *http.Request) (a Answers, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		return a, errUnread
	}
	field := r.PostForm.Get
	a = Answers{
		Credentials: nm.Credentials{SSID: cmp.Or(field("hidden"), field("ssid")), Password: field("password")},
		Name:        strings.TrimSpace(field("name")), Zone: strings.TrimSpace(field("zone")), Panel: field("panel"),
	}
	return a, a.check()
}

// check returns why a cannot be used.
func (a Answers) check() error {
	if a.SSID == "" {
		return errNoNetwork
	}
	if err := a.Credentials.Check(); err != nil {
		return err
	}
	if utf8.RuneCountInString(a.Name) > maxName || strings.ContainsFunc(a.Name, unicode.IsControl) ||
		!utf8.ValidString(a.Name) {
		return errNameLength
	}
	if a.Zone != "" {
		if _, err := time.LoadLocation(a.Zone); err != nil || a.Zone == "Local" {
			return errZone
		}
	}
	return nil
}
