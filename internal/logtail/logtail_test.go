// SPDX-License-Identifier: Apache-2.0

package logtail

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ledpost/ledpost/internal/must"
)

func logger(tail *Tail, level slog.Level) (*slog.Logger, *bytes.Buffer) {
	var out bytes.Buffer
	return slog.New(tail.Handler(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level}))), &out
}

// TestLines: what a line has, and that it is passed on too.
func TestLines(t *testing.T) {
	tail := New()
	log, out := logger(tail, slog.LevelInfo)
	log.Debug("below the level")
	log.With("part", "panel").WithGroup("spi").With("port", 0).Warn("cannot be opened", "err", errors.New("no such file"))
	lines, _, err := tail.Reader().Next()
	if err != nil || len(lines) != 1 {
		t.Fatalf("%v, %v, want one line", lines, err)
	}
	l := lines[0]
	if l.Number != 1 || l.Level != "warn" || l.Message != "cannot be opened" || l.Time.IsZero() ||
		!maps.Equal(l.Attrs, map[string]string{"part": "panel", "spi.port": "0", "spi.err": "no such file"}) {
		t.Errorf("%+v", l)
	}
	if !strings.Contains(out.String(), `part=panel spi.port=0 spi.err="no such file"`) {
		t.Errorf("passed on as %s", out)
	}
}

// TestWithoutSecrets: whatever a library quotes.
func TestWithoutSecrets(t *testing.T) {
	rows := []struct{ why, name, value, want string }{
		{"a password in a URL", "err", "dial tcp://me:s3cret@broker:1883: refused", "dial tcp://broker:1883/***: refused"},
		{"a key in a query", "url", "/a?lat=1&apikey=s3cret&b=2", "/a?lat=1&apikey=***&b=2"},
		{"a token, quoted", "err", `Get "https://x.org/?access_token=s3cret": EOF`, `Get "https://x.org/***": EOF`},
		{"a token in the path", "err", `Get "https://api.telegram.org/bots3cret/getMe": EOF`,
			`Get "https://api.telegram.org/***": EOF`},
		{"a header", "err", "sent Authorization: Bearer s3cret-s3cret", "sent Authorization: Bearer ***"},
		{"an attribute by its name", "wifi_password", "s3cret", "***"},
		{"name that resembles a secret", "key", "text.speed", "text.speed"},
		{"an address", "mail", "to: a@b.org", "to: a@b.org"},
	}
	for _, row := range rows {
		tail := New()
		log, out := logger(tail, slog.LevelInfo)
		log.With(row.name, row.value).Info(row.value, "err", errors.New(row.value), row.name, row.value)
		if row.want != row.value && row.name != "wifi_password" && strings.Contains(out.String(), "s3cret") {
			t.Errorf("%s: passed on as %s", row.why, out)
		}
		lines, _, _ := tail.Reader().Next()
		must.Equal(t, lines[0].Attrs[row.name], row.want, row.why)
		if row.name != "wifi_password" && lines[0].Message != row.want {
			t.Errorf("%s in a message: %q", row.why, lines[0].Message)
		}
	}
}

// TestBounds: neither a long line nor many of them take more than their place.
func TestBounds(t *testing.T) {
	tail := New()
	log, _ := logger(tail, slog.LevelInfo)
	slow := tail.Reader()
	var many []any
	for i := range 3 * maxAttrs {
		many = append(many, fmt.Sprint(strings.Repeat("n", 100), i), strings.Repeat("ü", 5000))
	}
	log.Info(strings.Repeat("\xff", 5000), many...)
	lines, more, err := slow.Next()
	must.Do(t, err)
	size := len(lines[0].Message)
	for k, v := range lines[0].Attrs {
		size += len(k) + len(v)
		if !utf8.ValidString(v) || len(v) > maxText {
			t.Errorf("%d bytes: %q", len(v), v)
		}
	}
	if most := maxText + maxAttrs*(maxName+maxText); size > most || !utf8.ValidString(lines[0].Message) {
		t.Errorf("a line of %d bytes, want at most %d", size, most)
	}
	select {
	case <-more:
		t.Error("more lines, though none was written")
	default:
	}
	for i := range Lines {
		log.Info("line", "i", i)
	}
	<-more
	lines, _, err = slow.Next()
	if err != nil || len(lines) != Lines || lines[0].Number != 2 {
		t.Errorf("%d lines from %d, %v", len(lines), lines[0].Number, err)
	}
	for i := range Lines + 1 {
		log.Info("again", "i", i)
	}
	if _, _, err := slow.Next(); !errors.Is(err, ErrSlow) {
		t.Errorf("%v, want ErrSlow", err)
	}
	if lines, _, _ := tail.Reader().Next(); len(lines) != Lines {
		t.Errorf("a new reader gets %d lines, want %d", len(lines), Lines)
	}
}

// FuzzClean: no text makes a line longer than its limit, or invalid.
func FuzzClean(f *testing.F) {
	f.Add("https://a:b@c/?key=1 bearer 0123456789")
	f.Add("\xff\xfe://@?token=")
	f.Fuzz(func(t *testing.T, text string) {
		if got := cut(withoutSecrets(text), maxText); len(got) > maxText || !utf8.ValidString(got) {
			t.Errorf("%d bytes: %q", len(got), got)
		}
	})
}
