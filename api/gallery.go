package api

import (
	"bytes"
	"errors"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/sounds"
)

var errNoIcon = rest.Refuse(http.StatusNotFound, "Icon not found")

// comesIn is the Retry-After, in seconds, of what lacks an icon that is being
// fetched or decoded.
const comesIn = "1"

// getIcon answers with the picture that a frame with an icon of that name or
// number shows. A number that is not on the device is fetched from the gallery.
func (s *Server) getIcon(w http.ResponseWriter, r *http.Request) error {
	ref, err := icons.Parse(r.PathValue("name"))
	if err != nil {
		return errNoIcon
	}
	e, ok := s.cfg.Icons.Entry(ref)
	if !ok {
		if s.cfg.Icons.Coming(ref) {
			w.Header().Set("Retry-After", comesIn)
		}
		return errNoIcon
	}
	w.Header().Set("Content-Type", e.Type)
	_, err = w.Write(e.Thumb)
	return err
}

// postIcon stores the body, a PNG or GIF, unchanged as a user's icon.
func (s *Server) postIcon(w http.ResponseWriter, r *http.Request) error {
	data, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	name := r.PathValue("name")
	err = s.cfg.Icons.Put(name, data)
	if errors.Is(err, icons.ErrInvalid) {
		return wire.Complaint(strings.TrimPrefix(err.Error(), "icons: "))
	}
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, struct {
		Name string `json:"name"`
	}{name})
}

func (s *Server) deleteIcon(w http.ResponseWriter, r *http.Request) error {
	err := s.cfg.Icons.Delete(r.PathValue("name"))
	if errors.Is(err, icons.ErrNotFound) || errors.Is(err, icons.ErrInvalid) {
		return errNoIcon
	}
	if err != nil {
		return err
	}
	return rest.WriteDone(w)
}

// soundRate is the sample rate of the sounds that the page plays.
const soundRate = 44100

// getSound answers with a built-in sound.
func (s *Server) getSound(w http.ResponseWriter, r *http.Request) error {
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
	wav, err := s.render(r, category, id)
	if err == nil {
		_, err = w.Write(wav)
	}
	return err
}

// turn waits for a free place among the heavy answers; release gives it back.
// Such an answer is made completely before it is sent, so a client that does
// not read holds no place. The error is that of the request, whose client has
// gone.
func (s *Server) turn(r *http.Request) (release func(), err error) {
	select {
	case s.heavy <- struct{}{}:
		return func() { <-s.heavy }, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// render makes a sound of at most 350 KiB.
func (s *Server) render(r *http.Request, category, id string) ([]byte, error) {
	release, err := s.turn(r)
	if err != nil {
		return nil, err
	}
	defer release()
	var wav bytes.Buffer
	err = sounds.WAV(&wav, category, id, soundRate)
	return wav.Bytes(), err
}
