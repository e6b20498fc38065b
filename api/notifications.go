package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// maxIdempotencyKey bounds what is remembered of a request.
const maxIdempotencyKey = 255

func (s *Server) postNotification(w http.ResponseWriter, r *http.Request) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	n, err := ParseNotification(body)
	if err != nil {
		return err
	}
	retry := r.Header.Get("Idempotency-Key")
	if len(retry) > maxIdempotencyKey {
		return complaint(fmt.Sprintf("Idempotency-Key: %d bytes, at most %d are allowed", len(retry), maxIdempotencyKey))
	}
	ctx := s.soon()
	id, err := s.cfg.Device.Notify(ctx, n, retry)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, success{struct {
		ID string `json:"id"`
	}{id}})
}

// getQueue writes one item after the other: with their icons, all together
// could be large.
func (s *Server) getQueue(w http.ResponseWriter, r *http.Request) error {
	ctx := s.soon()
	items, err := s.cfg.Device.Queue(ctx)
	if err != nil {
		return err
	}
	w.Header()["Content-Type"] = jsonType
	between := []byte("[")
	for i := range items {
		item, err := encode(wireItem(&items[i]))
		if err != nil {
			return fmt.Errorf("api: %w", err)
		}
		w.Write(between)
		if _, err := w.Write(item); err != nil {
			return fmt.Errorf("api: %w", err)
		}
		between = []byte(",")
	}
	if len(items) == 0 {
		w.Write(between)
	}
	_, err = w.Write([]byte("]\n"))
	return err
}

func (s *Server) getCurrent(w http.ResponseWriter, r *http.Request) error {
	ctx := s.soon()
	it, ok, err := s.cfg.Device.Current(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return writeJSON(w, http.StatusOK, struct{}{})
	}
	return writeJSON(w, http.StatusOK, wireItem(&it))
}

func (s *Server) getNotification(w http.ResponseWriter, r *http.Request) error {
	ctx := s.soon()
	it, err := s.cfg.Device.Lookup(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, wireItem(&it))
}

func (s *Server) deleteQueue(w http.ResponseWriter, r *http.Request) error {
	return s.dismiss(w, r, s.cfg.Device.DismissAll)
}

func (s *Server) deleteCurrent(w http.ResponseWriter, r *http.Request) error {
	return s.dismiss(w, r, s.cfg.Device.DismissCurrent)
}

func (s *Server) deleteNotification(w http.ResponseWriter, r *http.Request) error {
	return s.dismiss(w, r, func(ctx context.Context) error {
		return s.cfg.Device.Dismiss(ctx, r.PathValue("id"))
	})
}

func (s *Server) dismiss(w http.ResponseWriter, r *http.Request, what func(context.Context) error) error {
	ctx := s.soon()
	if err := what(ctx); err != nil {
		return err
	}
	return writeDone(w)
}

// updateWidget: there is no widget to update.
func (s *Server) updateWidget(http.ResponseWriter, *http.Request) error { return errNoWidget }

// item is a queued notification as decisions 4 have it.
type item struct {
	ID         string    `json:"id"`
	Type       string    `json:"type"`
	Priority   string    `json:"priority"`
	Created    string    `json:"created"`
	Updated    string    `json:"updated"`
	Expiration string    `json:"expiration_date"`
	IconType   string    `json:"icon_type"`
	Model      itemModel `json:"model"`
	Outcome    string    `json:"outcome,omitempty"`
	Reason     string    `json:"reason,omitempty"`
}

type itemModel struct {
	Cycles int         `json:"cycles"`
	Frames []itemFrame `json:"frames"`
	Sound  *itemSound  `json:"sound,omitempty"`
}

// itemFrame has exactly one of text, goalData and chartData: Home Assistant
// drops a list with a frame that has none.
type itemFrame struct {
	Icon      any            `json:"icon,omitempty"` // string, or a number
	Text      *string        `json:"text,omitempty"`
	Fragments []itemFragment `json:"fragments,omitempty"` // of a text in several colours
	Color     string         `json:"color,omitempty"`
	Goal      *itemGoal      `json:"goalData,omitempty"`
	Chart     []int          `json:"chartData,omitempty"`
	Duration  int64          `json:"duration,omitempty"`
}

type itemFragment struct {
	Text  string `json:"t"`
	Color string `json:"c,omitempty"`
}

type itemGoal struct {
	Start   int    `json:"start"`
	Current int    `json:"current"`
	End     int    `json:"end"`
	Unit    string `json:"unit"`
}

type itemSound struct {
	Category string     `json:"category,omitempty"`
	ID       string     `json:"id,omitempty"`
	URL      string     `json:"url,omitempty"`
	Type     string     `json:"type,omitempty"`
	Repeat   int        `json:"repeat"`
	Fallback *itemSound `json:"fallback,omitempty"`
}

func wireItem(it *device.Item) item {
	out := item{
		ID: it.ID, Type: it.Origin.String(), Priority: it.Priority.String(), IconType: it.IconType.String(),
		Created: wireTime(it.Created), Updated: wireTime(it.Updated), Expiration: wireTime(it.Expires),
		Outcome: string(it.Outcome), Reason: it.Reason,
	}
	out.Model = itemModel{Cycles: it.Cycles, Frames: make([]itemFrame, len(it.Frames)), Sound: wireSound(it.Sound)}
	for i := range it.Frames {
		out.Model.Frames[i] = wireFrame(&it.Frames[i])
	}
	return out
}

// wireTime is ISO 8601 in UTC without a suffix.
func wireTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") }

func wireFrame(f *note.Frame) itemFrame {
	out := itemFrame{Icon: iconRef(f.Icon), Color: f.Color.String(), Duration: f.Duration.Milliseconds()}
	switch {
	case f.Goal != nil:
		g := itemGoal(*f.Goal)
		out.Goal = &g
	case f.Chart != nil:
		out.Chart = f.Chart
	default:
		out.Text = new(string)
		colours := len(f.Text) > 1
		for _, p := range f.Text {
			*out.Text += p.Text
			colours = colours || p.Color.Set
		}
		if colours {
			for _, p := range f.Text {
				out.Fragments = append(out.Fragments, itemFragment{p.Text, p.Color.String()})
			}
		}
	}
	return out
}

// iconRef is a reference as real devices echo it: a number is one, other
// spellings are strings, none is absent.
func iconRef(r icons.Ref) any {
	s := r.String()
	if n, err := strconv.ParseUint(s, 10, 31); err == nil && strconv.FormatUint(n, 10) == s {
		return json.Number(s)
	}
	if s == "" {
		return nil
	}
	return s
}

func wireSound(s *note.Sound) *itemSound {
	if s == nil {
		return nil
	}
	return &itemSound{s.Category, s.ID, s.URL, s.Type, s.Repeat, wireSound(s.Fallback)}
}
