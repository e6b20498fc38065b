// SPDX-License-Identifier: Apache-2.0

package api

import (
	"strings"
	"testing"
)

// TestCode: a text becomes a QR code, whose first row begins with that of a finder.
func TestCode(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	if w := r.do("POST", "/live/code", `{"text":"http://ledpost.local/#key"}`); w.Code != 200 || !strings.HasPrefix(w.Body.String(), `{"rows":["1111111`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for why, body := range map[string]string{"nothing": `{}`, "no text": `{"text":""}`, "too long": `{"text":"` + strings.Repeat("a", maxCode+1) + `"}`} {
		if w := r.do("POST", "/live/code", body); w.Code != 400 || !strings.Contains(w.Body.String(), "text: want 1 to 1024 bytes") {
			t.Errorf("%s: %d %s", why, w.Code, w.Body)
		}
	}
}

const maxCode = 1024
