// SPDX-License-Identifier: Apache-2.0

package live

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
	"github.com/ledpost/ledpost/render/record"
)

// Pictures to choose by are short and coarse in time: a page shows dozens.
const (
	poseLength = 3 * time.Second
	poseFPS    = 10
	swapFPS    = 20                      // of transitions, which are over in 300 ms
	poseKept   = "private, max-age=3600" // by the client; then it asks whether it has changed
)

// getPose answers with the picture of a value of an app's setting:
// /live/apps/catalogue/com.lametric.clock/face/big.gif.
func (l *Live) getPose(w http.ResponseWriter, r *http.Request) error {
	value, ok := strings.CutSuffix(r.PathValue("file"), ".gif")
	if !ok {
		return device.ErrNoPose
	}
	return l.pose(w, r, poseFPS, func(ctx context.Context) (render.Widget, image.Point, error) {
		return l.cfg.Device.Pose(ctx, r.PathValue("package"), r.PathValue("setting"), value)
	})
}

// getEffect answers with the picture of an effect or a transition:
// /live/effects/overlays/snow.gif.
func (l *Live) getEffect(w http.ResponseWriter, r *http.Request) error {
	name, ok := strings.CutSuffix(r.PathValue("file"), ".gif")
	if !ok {
		return device.ErrNoPose
	}
	n, err := sampleOf(r.PathValue("kind"), name)
	if err != nil {
		return err
	}
	fps := poseFPS
	if r.PathValue("kind") == "transitions" {
		fps = swapFPS
	}
	return l.pose(w, r, fps, func(ctx context.Context) (render.Widget, image.Point, error) {
		return l.cfg.Device.Preview(ctx, n, poseLength)
	})
}

// sampleOf returns a notification that shows an effect or a transition and little else.
func sampleOf(kind, name string) (n note.Notification, err error) {
	frame := map[string]any{"text": " ", "duration": poseLength.Milliseconds()}
	frames, known := []any{frame}, []string(nil)
	switch kind {
	case "transitions":
		known, frames = note.Transitions(), []any{swapped("ABC", "#FFC000", name), swapped("123", "#40A0FF", name)}
	case "backgrounds":
		known, frame["background"] = effects.Backgrounds(), name
	case "overlays":
		known, frame["overlay"] = effects.Overlays(), name
	case "text":
		known, frame["effect"], frame["text"] = note.Effects(), name, "Abc"
	}
	if !slices.Contains(known, name) {
		return n, device.ErrNoPose
	}
	return framed(frames...)
}

// framed returns a notification with these frames.
func framed(frames ...any) (n note.Notification, err error) {
	body, err := json.Marshal(map[string]any{"model": map[string]any{"frames": frames}})
	if err != nil {
		return n, fmt.Errorf("api: %w", err)
	}
	return wire.ParseNotification(body)
}

// swapped returns a frame that comes by the transition.
func swapped(text, color, transition string) map[string]any {
	return map[string]any{"text": text, "color": color, "transition": transition,
		"duration": poseLength.Milliseconds() / 3}
}

// pose answers with a GIF of what paint returns, unless the client has the same one. The client does not keep
// what a busy device has cut.
func (l *Live) pose(w http.ResponseWriter, r *http.Request, fps int,
	paint func(context.Context) (render.Widget, image.Point, error)) error {
	if err := l.sketch(w, r); err != nil {
		return err
	}
	file, cut, err := l.recorded(r, func(ctx context.Context) (film, error) {
		root, size, err := paint(ctx)
		if err != nil {
			return film{}, err
		}
		return film{root, record.Options{
			Size: size, Length: min(cmp.Or(root.Period(), time.Second), poseLength), FPS: fps, Colors: 256, Pixels: sketchPixels,
		}}, nil
	})
	if err != nil {
		return err
	}
	if cut {
		w.Header().Set("Cache-Control", "no-store")
	} else {
		sum := sha256.Sum256(file)
		tag := `"` + hex.EncodeToString(sum[:8]) + `"`
		w.Header().Set("ETag", tag)
		w.Header().Set("Cache-Control", poseKept)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	w.Header().Set("Content-Type", "image/gif")
	_, err = w.Write(file)
	return err
}

// wireEffects lists the names that frames and settings may use.
type wireEffects struct {
	Backgrounds []string `json:"backgrounds"`
	Overlays    []string `json:"overlays"`
	Transitions []string `json:"transitions"`
	Text        []string `json:"text"`
}

func (l *Live) getEffects(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK,
		wireEffects{effects.Backgrounds(), effects.Overlays(), paint.Transitions(), note.Effects()})
}
