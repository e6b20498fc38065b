// SPDX-License-Identifier: Apache-2.0

package hawkbit

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
	"github.com/ledpost/ledpost/update"
)

// server is a stand-in for hawkBit with one target, as its documentation of the
// Direct Device Integration API describes it: paths, links, statuses, and what it
// wants in a feedback.
type server struct {
	mu         sync.Mutex
	t          *testing.T
	base       string // of its links
	sleep      string
	action     int    // of the deployment that is assigned; 0 = none
	version    string // that it installs
	forced     bool
	window     string
	cancelled  bool // somebody wants the action stopped
	wantData   bool
	attributes map[string]string
	said       []string // execution and result of each feedback
	details    string   // of the last one
	polls      int
	busy       string // Retry-After of its refusals; "" = it refuses nobody
	refused    int
}

const home = "/DEFAULT/controller/v1/SA150600000100W00BS9"

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Header.Get("Authorization") != "TargetToken bH7XXAprK1ChnLfKSdtlsp7NOlPnZAYY" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if s.busy != "" {
		s.refused++
		w.Header().Set("Retry-After", s.busy)
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	path, ok := strings.CutPrefix(r.URL.Path, home)
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	action := fmt.Sprint(s.action)
	switch r.Method + " " + path {
	case "GET ":
		s.polls++
		s.write(w, s.root())
	case "GET /deploymentBase/" + action:
		if r.URL.RawQuery != "c=-2127183556" {
			s.t.Errorf("the link's query is %q", r.URL.RawQuery)
		}
		handling := "attempt"
		if s.forced {
			handling = "forced"
		}
		now := handling
		if strings.Contains(s.window, shut) {
			now = "skip"
		}
		s.write(w,
			fmt.Sprintf(`{"id":"%d","deployment":{"download":%q,"update":%q,%s"chunks":[{"part":"bApp","version":%q,`+
				`"name":"ledpost",`+
				`"artifacts":[{"filename":"none","hashes":{"sha1":"","md5":"","sha256":""},"size":3,"_links":{}}]}]}}`, s.action,
				handling, now, s.window, s.version))
	case "GET /cancelAction/" + action:
		s.write(w, fmt.Sprintf(`{"id":"%d","cancelAction":{"stopId":"%d"}}`, s.action, s.action))
	case "POST /deploymentBase/" + action + "/feedback", "POST /cancelAction/" + action + "/feedback":
		s.feedback(body, strings.HasPrefix(path, "/cancelAction"))
	case "PUT /configData":
		var data struct {
			Mode string
			Data map[string]string
		}
		if err := json.Unmarshal(body, &data); err != nil || data.Mode != "merge" {
			s.t.Errorf("configData: %s: %v", body, err)
		}
		for _, value := range data.Data {
			if utf8.RuneCountInString(value) > 128 || !utf8.ValidString(value) {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
		}
		s.attributes, s.wantData = data.Data, false
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func (s *server) write(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/hal+json;charset=utf-8")
	_, _ = io.WriteString(w, text)
}

func (s *server) root() string {
	var links []string
	link := func(name, path string) {
		links = append(links, fmt.Sprintf(`%q:{"href":"%s%s%s"}`, name, s.base, home, path))
	}
	switch {
	case s.action != 0 && s.cancelled:
		link("cancelAction", fmt.Sprintf("/cancelAction/%d", s.action))
	case s.action != 0:
		link("deploymentBase", fmt.Sprintf("/deploymentBase/%d?c=-2127183556", s.action))
	}
	if s.wantData {
		link("configData", "/configData")
	}
	return fmt.Sprintf(`{"config":{"polling":{"sleep":%q}},"_links":{%s}}`, s.sleep, strings.Join(links, ","))
}

// feedback takes a feedback and closes the action, as the statuses of DDI say.
func (s *server) feedback(body []byte, cancelling bool) {
	var f struct {
		Time   string
		Status struct {
			Execution string
			Result    struct{ Finished string }
			Details   []string
		}
	}
	if err := json.Unmarshal(body, &f); err != nil || f.Time == "" || f.Status.Execution == "" ||
		f.Status.Result.Finished == "" {
		s.t.Errorf("feedback %s: %v", body, err)
	}
	s.said = append(s.said, f.Status.Execution+" "+f.Status.Result.Finished)
	s.details = strings.Join(f.Status.Details, " ")
	switch {
	case f.Status.Execution == closed, f.Status.Execution == "canceled":
		s.action, s.cancelled = 0, false
	case f.Status.Execution == rejected && cancelling:
		s.cancelled = false
	}
}

func (s *server) do(f func(*server)) { s.mu.Lock(); defer s.mu.Unlock(); f(s) }

// seen is what a test checks of the server.
type seen struct {
	polls, action int
	refused       int
	cancelled     bool
	details       string
	attributes    map[string]string // never changed, only replaced
}

func (s *server) now() seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return seen{s.polls, s.action, s.refused, s.cancelled, s.details, s.attributes}
}

// heard is what the device has said so far.
func (s *server) heard() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.said, ", ")
}

// releases is an updater whose state a test changes.
type releases struct {
	mu  sync.Mutex
	now update.Status
	did []update.Action
}

func (f *releases) Update() update.Status { f.mu.Lock(); defer f.mu.Unlock(); return f.now }

func (f *releases) Do(a update.Action) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.did = append(f.did, a)
	f.now.State = map[update.Action]string{update.ActionCheck: update.StateChecking,
		update.ActionInstall: update.StateRequested}[a]
	return nil
}

func (f *releases) set(change func(*update.Status)) { f.mu.Lock(); defer f.mu.Unlock(); change(&f.now) }

func (f *releases) done() string { f.mu.Lock(); defer f.mu.Unlock(); return fmt.Sprint(f.did) }

// story runs f with a client that polls a server in fake time, once a minute.
func story(t *testing.T, change func(*Config, *Options), f func(*Client, *server, *releases)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &server{t: t, sleep: "00:01:00", base: "http://hawkbit.example", version: "1.3.0"}
		web := must.Get(webfetch.New(webfetch.Config{Dial: webtest.Serve(t, s)}))(t)
		token := filepath.Join(t.TempDir(), "token")
		must.Do(t, os.WriteFile(token, []byte("bH7XXAprK1ChnLfKSdtlsp7NOlPnZAYY\n"), 0o600))
		u := &releases{
			now: update.Status{Installed: "1.2.0", Channel: "stable", State: update.PhaseIdle, Kind: update.KindPackage}}
		cfg := Config{URL: "http://hawkbit.example", TokenFile: token}
		o := Options{Web: web, Updater: u, Serial: "SA150600000100W00BS9", Attributes: map[string]string{"version": "1.2.0"},
			Log: slog.New(slog.DiscardHandler)}
		if change != nil {
			change(&cfg, &o)
		}
		c := New(cfg, o)
		must.Run(t, c.Run)
		f(c, s, u)
	})
}

// pass lets time pass.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}
