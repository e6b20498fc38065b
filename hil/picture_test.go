// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/internal/must"
)

// TestPictureTooLarge: a picture is not decoded that is larger than any display.
func TestPictureTooLarge(t *testing.T) {
	for side, want := range map[int]string{1024: "", 1025: "1025×1 pixels"} {
		var file bytes.Buffer
		must.Do(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, side, 1))))
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.Copy(w, &file) }))
		t.Cleanup(s.Close)
		e := &ended{T: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			hil.At(e, s.URL, "key").Picture()
		}()
		if <-done; !strings.Contains(e.why, want) || want == "" && e.why != "" {
			t.Errorf("%d pixels: it says %q, want %q", side, e.why, want)
		}
	}
}
