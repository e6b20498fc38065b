// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
)

// prober finds 21.46 wherever it is sent, but for a host called nowhere.
type prober struct{}

func (prober) Probe(_ context.Context, settings json.RawMessage) (value, text string, document json.RawMessage, err error) {
	if strings.Contains(string(settings), "nowhere") {
		return "", "", nil, note.Invalid("url", "the server answers 404 Not Found")
	}
	return "21.46", "21.5 °C", json.RawMessage(`{"t":21.46}`), nil
}

func TestProbe(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	for _, row := range []struct {
		name, body string
		status     int
		answer     string
	}{
		{"a value", `{"url":"http://192.168.1.7/"}`, 200, `{"value":"21.46","text":"21.5 °C","document":{"t":21.46}}`},
		{"a fault", `{"url":"http://nowhere/"}`, 400, `{"errors":[{"message":"url: the server answers 404 Not Found"}]}`},
		{"no object", `[]`, 400, `{"errors":[{"message":"The body is an array, want an object"}]}`},
		{"no JSON", `{"url"`, 400, `{"errors":[{"message":"The body is not JSON: unexpected end of JSON input at offset 6"}]}`},
	} {
		w := r.do("POST", "/live/apps/test", row.body)
		if w.Code != row.status || strings.TrimSpace(w.Body.String()) != row.answer {
			t.Errorf("%s: %d %s, want %d %s", row.name, w.Code, w.Body, row.status, row.answer)
		}
	}
}
