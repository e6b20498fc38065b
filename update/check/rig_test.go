// SPDX-License-Identifier: Apache-2.0

package check

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
	"github.com/ledpost/ledpost/update"
)

var silent = slog.New(slog.DiscardHandler)

// site is a server of releases.
type site struct {
	secret minisign.PrivateKey

	mu     sync.Mutex
	files  map[string][]byte
	tags   int // makes a new ETag for each release
	status int // of every answer; 0 = as it should be
	asked  map[string]int
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[r.URL.Path]++
	text, ok := s.files[r.URL.Path]
	tag := fmt.Sprintf(`"%d"`, s.tags)
	switch {
	case s.status != 0:
		w.WriteHeader(s.status)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	case r.Header.Get("If-None-Match") == tag:
		w.WriteHeader(http.StatusNotModified)
	default:
		w.Header().Set("ETag", tag)
		_, _ = w.Write(text)
	}
}

// publish puts a release into a channel.
func (s *site) publish(channel string, m update.Manifest) {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // cannot happen
	}
	s.put(channel, text, minisign.Sign(s.secret, text))
}

func (s *site) put(channel string, text, signature []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tags++
	s.files["/update/"+channel+"/manifest.json"] = text
	s.files["/update/"+channel+"/manifest.json.minisig"] = signature
}

func (s *site) answer(status int) { s.mu.Lock(); defer s.mu.Unlock(); s.status = status }

// count is how often the manifest or its signature of the channel stable was
// asked for.
func (s *site) count(file string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked["/update/stable/"+file]
}

// release is a good manifest of a version.
func release(version string, counter int64) update.Manifest {
	return update.Manifest{
		Version: version, Counter: counter, Expires: time.Now().AddDate(1, 0, 0), Channel: "stable", Notes: "New: rain.",
		Files: []update.File{{Name: "ledpost_" + version + "_arm64.deb", Arch: "arm64", Size: 5,
			SHA256: "99a7026172d42714d0293e5598ec1c8e8260d7d0c4b8582ad002c1883494e216"}},
	}
}

// rig is an updater of version 1.2.0 that runs in fake time.
type rig struct {
	*Updater
	*site
	t *testing.T
}

// story runs f with an updater. Time begins at midnight UTC.
func story(t *testing.T, change func(*Config, *Options), f func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		public, secret, err := minisign.GenerateKey(nil)
		must.Do(t, err)
		site := &site{secret: secret, files: map[string][]byte{}, asked: map[string]int{}}
		web := must.Get(webfetch.New(webfetch.Config{Dial: webtest.Serve(t, site)}))(t)
		keys := filepath.Join(t.TempDir(), "update.pub")
		must.Do(t, os.WriteFile(keys, []byte(public.String()+"\n"), 0o600))
		cfg := Config{URL: "http://releases.example/update", KeyFile: keys}
		o := Options{
			Web: web, Dir: t.TempDir(), State: t.TempDir(), Serial: "SA150600000100W00BS9", Version: "1.2.0", Arch: "arm64",
			Kind: update.KindPackage, Log: silent,
		}
		if change != nil {
			change(&cfg, &o)
		}
		r := &rig{New(cfg, o), site, t}
		must.Run(t, r.Run)
		f(r)
	})
}

// after lets time pass and returns the status.
func (r *rig) after(d time.Duration) update.Status {
	time.Sleep(d)
	synctest.Wait()
	return r.Update()
}

// do begins an action that has to be possible, and returns the status of a
// little later.
func (r *rig) do(a update.Action) update.Status {
	r.t.Helper()
	if err := r.Do(a); err != nil {
		r.t.Fatalf("%s: %v", a, err)
	}
	return r.after(0)
}

// helper writes the state of the root helper.
func (r *rig) helper(s update.State) {
	r.t.Helper()
	s.Since = time.Now()
	must.Do(r.t, update.WriteState(r.o.State, s))
}

// wish is the request that the root helper would find.
func (r *rig) wish() string {
	w, err := update.ReadRequest(r.o.Dir)
	if err != nil {
		return ""
	}
	must.Do(r.t, os.Remove(filepath.Join(r.o.Dir, update.RequestFile)))
	return w.Version
}

// await lets time pass until there is a request, and returns its version.
func (r *rig) await(most time.Duration) string {
	for range most / time.Minute { // less than a request stays
		r.after(time.Minute)
		if v := r.wish(); v != "" {
			return v
		}
	}
	return ""
}
