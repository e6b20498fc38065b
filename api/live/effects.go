// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render/effects"
)

// wireEffects lists the names that frames and settings may use.
type wireEffects struct {
	Backgrounds []string `json:"backgrounds"`
	Overlays    []string `json:"overlays"`
	Transitions []string `json:"transitions"`
	Text        []string `json:"text"`
}

func (l *Live) getEffects(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, wireEffects{effects.Backgrounds(), effects.Overlays(), paint.Transitions(), note.Effects()})
}
