// SPDX-License-Identifier: Apache-2.0

package logtail

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
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
	l := Line{Time: r.Time, Level: levelName(r.Level), Message: clean(r.Message)}
	for _, a := range h.attrs {
		l.set(a)
	}
	r.Attrs(func(a slog.Attr) bool {
		a.Key = h.group + a.Key
		l.set(a)
		return len(l.Attrs) < maxAttrs
	})
	h.tail.add(l)
	return h.next.Handle(ctx, r)
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	c := *h
	c.next = h.next.WithAttrs(attrs)
	for _, a := range attrs {
		a.Key = h.group + a.Key
		c.attrs = append(c.attrs[:len(c.attrs):len(c.attrs)], a)
	}
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

// set adds an attribute to the line.
func (l *Line) set(a slog.Attr) {
	if a.Equal(slog.Attr{}) || len(l.Attrs) >= maxAttrs {
		return
	}
	if l.Attrs == nil {
		l.Attrs = map[string]string{}
	}
	value := clean(a.Value.Resolve().String())
	if secretName.MatchString(a.Key) {
		value = hidden
	}
	l.Attrs[cut(a.Key, maxName)] = value
}

// What stands for a secret, and what secrets are known by. The log has none; this
// is for messages of libraries and other devices, which may quote an address with
// one in it.
const hidden = "***"

var (
	secretName  = regexp.MustCompile(`(?i)(password|passphrase|secret|token|authorization|psk)$`)
	userinfo    = regexp.MustCompile(`://[^/@\s"']+@`)
	secretQuery = regexp.MustCompile(`(?i)([?&][a-z_-]*(?:key|token|secret|password|pass|appid|auth|sig|signature)=)[^&\s"'#]+`)
	bearer      = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[a-z0-9+/=._~-]{8,}`)
)

// clean returns the text without secrets, cut to its limit.
func clean(text string) string {
	text = cut(text, 4*maxText) // bounds the work
	text = userinfo.ReplaceAllString(text, "://"+hidden+"@")
	text = secretQuery.ReplaceAllString(text, "${1}"+hidden)
	text = bearer.ReplaceAllString(text, "${1} "+hidden)
	return cut(text, maxText)
}

// cut returns at most n bytes of the text, as valid UTF-8.
func cut(text string, n int) string {
	text = strings.ToValidUTF8(text, "�")
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n-len("…")], "") + "…"
}
