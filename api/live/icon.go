// SPDX-License-Identifier: Apache-2.0

package live

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/metric"
)

// Icons lists icons and changes the user's own.
type Icons interface {
	Index() []icons.Entry
	Read(*icons.Entry) bool // adds what the icon's file tells
	Entry(icons.Ref) (icons.Entry, bool)
	Coming(icons.Ref) bool // also orders it
	Put(name string, data []byte) error
	Delete(name string) error
}

// shelf is the room of the icons.
type shelf struct {
	live  *Live
	store Icons

	mu      sync.Mutex         // guards the counts; held while counting, so that two requests read the folder once
	counted map[string]float64 // icons by source; replaced, never modified
	when    time.Time          // when they were counted
}

// Icons returns the room of the icons in store.
func (l *Live) Icons(store Icons) *shelf { return &shelf{live: l, store: store} }

// Collect implements metric.Collector.
func (m *shelf) Collect(w *metric.Writer) {
	for source, n := range m.count() {
		w.Gauge("ledpost_icons", "Icons known, by where they come from.", n, "source", source)
	}
}

// count counts the icons at most once a minute, since there may be thousands.
func (m *shelf) count() map[string]float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.counted != nil && time.Since(m.when) < time.Minute {
		return m.counted
	}
	m.counted, m.when = map[string]float64{icons.BuiltIn: 0, icons.User: 0, icons.Gallery: 0}, time.Now()
	for _, e := range m.store.Index() {
		if _, ok := m.counted[e.Source]; ok {
			m.counted[e.Source]++
		}
	}
	return m.counted
}

var errNoIcon = rest.Refuse(http.StatusNotFound, "Icon not found")

// comesIn is the Retry-After, in seconds, of what lacks an icon that is being
// fetched or decoded.
const comesIn = "1"

// getIcon answers with the picture that a frame with an icon of that name or
// number shows. A number that is not on the device is fetched from the gallery.
func (m *shelf) getIcon(w http.ResponseWriter, r *http.Request) error {
	ref, err := icons.Parse(r.PathValue("name"))
	if err != nil {
		return errNoIcon
	}
	e, ok := m.store.Entry(ref)
	if !ok {
		if m.store.Coming(ref) {
			w.Header().Set("Retry-After", comesIn)
		}
		return errNoIcon
	}
	w.Header().Set("Content-Type", e.Type)
	_, err = w.Write(e.Thumb)
	return err
}

// postIcon stores the body, a picture, unchanged as a user's icon.
func (m *shelf) postIcon(w http.ResponseWriter, r *http.Request) error {
	data, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	name := r.PathValue("name")
	err = m.store.Put(name, data)
	if errors.Is(err, icons.ErrInvalid) {
		return wire.Complaint(strings.TrimPrefix(err.Error(), "icons: "))
	}
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, struct {
		Name string `json:"name"`
	}{name})
}

func (m *shelf) deleteIcon(w http.ResponseWriter, r *http.Request) error {
	err := m.store.Delete(r.PathValue("name"))
	if errors.Is(err, icons.ErrNotFound) || errors.Is(err, icons.ErrInvalid) {
		return errNoIcon
	}
	if err != nil {
		return err
	}
	return rest.WriteDone(w)
}
