// SPDX-License-Identifier: Apache-2.0

package command

import (
	"bytes"
	"encoding/json"
	"image"
	"log/slog"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestSizes: the sizes of pictures at their limits, and in no other form.
func TestSizes(t *testing.T) {
	for _, row := range []struct {
		text string
		w, h int // 0 for a size that is refused
	}{
		{"8x8", 8, 8}, {"512x256", 512, 256}, {"64x32", 64, 32},
		{text: "7x8"}, {text: "8x7"}, {text: "513x256"}, {text: "512x257"}, {text: "64"}, {text: "064x32"},
		{text: "64x32x"}, {text: ""},
	} {
		size, err := Size(row.text)
		if size != image.Pt(row.w, row.h) || (err == nil) != (row.w > 0) {
			t.Errorf("%q is %v, %v", row.text, size, err)
		}
		if err != nil && !strings.Contains(err.Error(), row.text) {
			t.Errorf("%q: %v", row.text, err)
		}
	}
}

// TestLog: JSON where it is kept, from the level on.
func TestLog(t *testing.T) {
	for level, want := range map[string]int{"debug": 4, "info": 3, "warn": 2, "error": 1} {
		var out bytes.Buffer
		log := must.Get(Log(&out, level))(t)
		for _, l := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
			log.Log(t.Context(), l, "x")
		}
		if n := strings.Count(out.String(), "\n"); n != want ||
			!json.Valid(out.Bytes()[:bytes.IndexByte(out.Bytes(), '\n')]) {
			t.Errorf("%s: %d lines, want %d of JSON:\n%s", level, n, want, out.String())
		}
	}
}
