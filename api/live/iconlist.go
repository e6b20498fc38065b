// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/icons"
)

// Bounds of an answer of /live/icons: thousands of icons are not held at once.
const (
	maxNames    = 100 // that a request may give
	iconsAtOnce = 50  // that are read before they are sent, at most 22 KiB each
)

// wireIcon is an entry of /live/icons.
type wireIcon struct {
	Name     string `json:"name"`
	Number   int    `json:"number,omitempty"`
	Source   string `json:"source"`
	Animated bool   `json:"animated"`
	Thumb    string `json:"thumb"` // a data URI

	Words []string `json:"words,omitempty"`
}

// wireIndexed is an entry of /live/icons?thumbs=false.
type wireIndexed struct {
	Name    string   `json:"name"`
	Number  int      `json:"number,omitempty"`
	Source  string   `json:"source"`
	Version string   `json:"version,omitempty"`
	Words   []string `json:"words,omitempty"`
}

// getIcons answers with the icons: all of them, the icons named in the query, or all
// without the parts that are only in their files.
func (m *shelf) getIcons(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	all, names := m.store.Index(), query["name"]
	if len(names) > maxNames {
		var f wire.Faults
		f.Add("name", fmt.Sprintf("%d of them, want at most %d", len(names), maxNames))
		return f.Err()
	}
	if query.Get("thumbs") == "false" {
		out := make([]wireIndexed, len(all))
		for i, e := range all {
			out[i] = wireIndexed{e.Name, e.Number, e.Source, e.Version, e.Words}
		}
		return rest.WriteJSON(w, http.StatusOK, out)
	}
	if names != nil {
		all = slices.DeleteFunc(all, func(e icons.Entry) bool { return !slices.Contains(names, e.Name) })
	}
	return m.writeIcons(w, r, all)
}

// writeIcons sends a list of icons, some at a time, and reads their files meanwhile.
// Like every heavy answer it waits for its turn, which it gives back while it sends.
func (m *shelf) writeIcons(w http.ResponseWriter, r *http.Request, all []icons.Entry) error {
	w.Header()["Content-Type"] = rest.JSONType
	text, before := []byte(nil), "["
	for some := range slices.Chunk(all, iconsAtOnce) {
		release, err := m.live.turn(r)
		if err != nil {
			return err
		}
		for _, e := range some {
			if m.store.Read(&e) {
				text, before = appendIcon(append(text, before...), e), ","
			}
		}
		release()
		if _, err := w.Write(text); err != nil {
			return err
		}
		text = text[:0]
	}
	_, err := w.Write([]byte(strings.Trim(before, ",") + "]\n")) // "[" is still to be written if there are none
	return err
}

func appendIcon(text []byte, e icons.Entry) []byte {
	thumb := "data:" + e.Type + ";base64," + base64.StdEncoding.EncodeToString(e.Thumb)
	entry, _ := wire.Encode(wireIcon{e.Name, e.Number, e.Source, e.Animated, thumb, e.Words}) // text and numbers: it cannot fail
	return append(text, bytes.TrimSpace(entry)...)
}

// Endpoints lists the icons and each of them.
func (m *shelf) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{
		{Path: "/live/icons", Control: true, Methods: rest.Methods{http.MethodGet: m.getIcons}},
		{Path: "/live/icons/{name}", Control: true,
			Methods: rest.Methods{http.MethodGet: m.getIcon, http.MethodPost: m.postIcon, http.MethodDelete: m.deleteIcon}},
	}
}
