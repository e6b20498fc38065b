// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device"
)

// Bounds of the history.
const (
	historyTime = 24 * time.Hour
	historyText = 160 // bytes of the texts of one notification
)

// wirePast is a notification that has ended. The texts of its frames are cut.
type wirePast struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Priority string `json:"priority"`
	Created  string `json:"created"` // RFC 3339
	Ended    string `json:"ended"`
	Text     string `json:"text"`
	Outcome  string `json:"outcome"`
	Reason   string `json:"reason"`
}

// getHistory answers with the notifications that have ended within a day, the latest first.
func (l *Live) getHistory(w http.ResponseWriter, r *http.Request) error {
	ended, err := rest.Call(r, l.cfg.Device.Ended)
	if err != nil {
		return err
	}
	return rest.WriteHeld(w, func() any { return past(ended, time.Now()) })
}

func past(ended []device.Item, now time.Time) []wirePast {
	out := []wirePast{}
	for i := range ended {
		it := &ended[len(ended)-1-i]
		if now.Sub(it.Updated) > historyTime {
			continue
		}
		out = append(out, wirePast{it.ID, it.Origin.String(), it.Priority.String(), it.Created.UTC().Format(time.RFC3339),
			it.Updated.UTC().Format(time.RFC3339), textOf(it), string(it.Outcome), it.Reason})
	}
	return out
}

// textOf returns the beginning of what a notification says in letters.
func textOf(it *device.Item) string {
	var text strings.Builder
	for i := range it.Frames {
		if said := it.Frames[i].Words(); text.Len() < historyText {
			text.WriteString(said[:min(len(said), historyText)])
		}
		text.WriteByte(' ')
	}
	said := strings.TrimSpace(text.String())
	return strings.ToValidUTF8(said[:min(len(said), historyText)], "")
}
