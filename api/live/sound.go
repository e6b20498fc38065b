// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/sounds"
)

// Speaker reports what the device plays.
type Speaker interface {
	Listen() *sounds.Listener
	Stats() sounds.Stats
}

// sound is the room of what the device plays.
type sound struct {
	live    *Live
	speaker Speaker
}

// Sound returns the room in which clients hear what s plays.
func (l *Live) Sound(s Speaker) *sound { return &sound{l, s} }

// Endpoints lets clients hear it.
func (m *sound) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/audio", Control: true, Private: true,
		Methods: rest.Methods{http.MethodGet: m.getLiveAudio}}}
}

// Collect implements metric.Collector.
func (m *sound) Collect(w *metric.Writer) {
	st, open := m.speaker.Stats(), 0.0
	if st.Open {
		open = 1
	}
	w.Gauge("ledpost_sound_open", "1 while the sound output is open.", open)
	w.Counter("ledpost_sound_blocks_total", "Blocks of 1,024 frames mixed.", st.Blocks)
	w.Counter("ledpost_sound_underruns_total", "Times the sound output ran dry.", st.Underruns)
	w.Counter("ledpost_sound_starved_total", "Times a download was too slow for its sound.", st.Starved)
	w.Counter("ledpost_sound_fetches_total", "Downloads of sounds begun.", st.Fetches)
	w.Counter("ledpost_sound_failures_total", "Sounds that could not be played to their end.", st.Failures)
	w.Counter("ledpost_sound_fallbacks_total", "Fallbacks played instead of a sound.", st.Fallbacks)
}

// audioFormat is the first message of /live/audio.
type audioFormat struct {
	Rate     int    `json:"rate"`
	Channels int    `json:"channels"`
	Format   string `json:"format"`
}

// getLiveAudio sends what the device plays.
func (m *sound) getLiveAudio(w http.ResponseWriter, r *http.Request) error {
	return m.live.socket(w, r, func(ctx context.Context, c *conn) error {
		l := m.speaker.Listen()
		defer l.Close()
		format, err := json.Marshal(audioFormat{l.Rate(), 2, "s16le"})
		if err != nil {
			return err
		}
		if err := send(ctx, c, websocket.MessageText, format); err != nil {
			return err
		}
		for {
			block, err := read(ctx, l)
			switch {
			case errors.Is(err, context.DeadlineExceeded):
				err = answers(ctx, c) // silence: is the client still there?
			case errors.Is(err, io.EOF):
				return nil
			case err == nil:
				err = send(ctx, c, websocket.MessageBinary, block)
			}
			if err != nil {
				return err
			}
		}
	})
}

// read waits for a block, but no longer than a client may go without a check.
func read(ctx context.Context, l interface {
	Read(context.Context) ([]byte, error)
}) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, pingEvery)
	defer cancel()
	return l.Read(ctx)
}

// soundRate is the sample rate of the sounds that the page plays.
const soundRate = 44100

// getSound answers with a built-in sound.
func (l *Live) getSound(w http.ResponseWriter, r *http.Request) error {
	category := r.PathValue("category")
	id, ok := strings.CutSuffix(r.PathValue("file"), ".wav")
	if !ok || !sounds.Exists(category, id) {
		return rest.Refuse(http.StatusNotFound, "Sound not found")
	}
	w.Header().Set("Content-Type", "audio/wav")
	w.Header().Set("Cache-Control", "private, max-age=3600")
	if r.Method == http.MethodHead {
		return nil
	}
	wav, err := l.render(r, category, id)
	if err == nil {
		_, err = w.Write(wav)
	}
	return err
}

// render makes a sound of at most 350 KiB.
func (l *Live) render(r *http.Request, category, id string) ([]byte, error) {
	release, err := l.turn(r)
	if err != nil {
		return nil, err
	}
	defer release()
	var wav bytes.Buffer
	err = sounds.WAV(&wav, category, id, soundRate)
	return wav.Bytes(), err
}
