// SPDX-License-Identifier: Apache-2.0

package logtail

import (
	"context"
	"log/slog"
	"regexp"
	"strings"

	"github.com/ledpost/ledpost/internal/maskurl"
)

// Handler returns a handler that passes records on to next and keeps the records that
// next handles.
func (t *Tail) Handler(next slog.Handler) slog.Handler { return &handler{tail: t, next: next} }

// handler keeps records, and passes them on.
type handler struct {
	tail  *Tail
	next  slog.Handler
	attrs []slog.Attr // with the names of their groups in front
	group string      // "" or with a dot at its end
}

func (h *handler) Enabled(ctx context.Context, l slog.Level) bool { return h.next.Enabled(ctx, l) }

func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	next := slog.NewRecord(r.Time, r.Level, withoutSecrets(r.Message), r.PC)
	l := Line{Time: r.Time, Level: levelName(r.Level), Message: cut(next.Message, maxText)}
	for _, a := range h.attrs {
		l.set(a)
	}
	r.Attrs(func(a slog.Attr) bool {
		a = told(a)
		next.AddAttrs(a)
		a.Key = h.group + a.Key
		l.set(a)
		return true
	})
	h.tail.add(l)
	return h.next.Handle(ctx, next)
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	c, passed := *h, make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		a = told(a)
		passed[i] = a
		a.Key = h.group + a.Key
		c.attrs = append(c.attrs[:len(c.attrs):len(c.attrs)], a)
	}
	c.next = h.next.WithAttrs(passed)
	return &c
}

func (h *handler) WithGroup(name string) slog.Handler {
	c := *h
	c.next = h.next.WithGroup(name)
	if name != "" {
		c.group += name + "."
	}
	return &c
}

// set adds an attribute without secrets to the line.
func (l *Line) set(a slog.Attr) {
	if a.Equal(slog.Attr{}) || len(l.Attrs) >= maxAttrs {
		return
	}
	if l.Attrs == nil {
		l.Attrs = map[string]string{}
	}
	l.Attrs[cut(a.Key, maxName)] = cut(a.Value.String(), maxText)
}

// What stands for a secret, and what secrets are known by. The program itself logs none;
// this is for messages of libraries and other devices, which may quote an address with
// one in it.
const hidden = "***"

var (
	secretName  = regexp.MustCompile(`(?i)(password|passphrase|secret|token|authorization|psk)$`)
	secretQuery = regexp.MustCompile(`(?i)([?&][a-z_-]*(?:key|token|secret|password|pass|appid|auth|sig|signature)=)[^&\s"'#]+`)
	bearer      = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[a-z0-9+/=._~-]{8,}`)
)

// told returns an attribute without secrets. A value that has none keeps its kind.
func told(a slog.Attr) slog.Attr {
	if a.Equal(slog.Attr{}) {
		return a
	}
	a.Value = a.Value.Resolve()
	if secretName.MatchString(a.Key) {
		a.Value = slog.StringValue(hidden)
		return a
	}
	switch a.Value.Kind() {
	case slog.KindString, slog.KindAny, slog.KindGroup:
		if text := a.Value.String(); withoutSecrets(text) != text {
			a.Value = slog.StringValue(withoutSecrets(text))
		}
	}
	return a
}

// withoutSecrets returns the text, of bounded length, without secrets: of an address it
// shows where that leads.
func withoutSecrets(text string) string {
	text = cut(text, maxLine)
	text = maskurl.In(text)
	text = secretQuery.ReplaceAllString(text, "${1}"+hidden)
	return bearer.ReplaceAllString(text, "${1} "+hidden)
}

// cut returns at most n bytes of the text, as valid UTF-8.
func cut(text string, n int) string {
	text = strings.ToValidUTF8(text, "�")
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n-len("…")], "") + "…"
}
