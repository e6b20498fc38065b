package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/device"
)

// oldName is the one file of the form before. The last one stays, so that the
// program that wrote it finds its identity and settings should it come back.
const oldName = "state.json"

// farAhead is where the ids of the form before go on should its program come
// back: no device has given out so many.
const farAhead = 500_000_000

type oldFile struct {
	Version  int                 `json:"version"`
	At       time.Time           `json:"at"`
	Unsure   bool                `json:"unsure"`
	Identity device.Identity     `json:"identity"`
	Reserved uint64              `json:"reserved"`
	Settings device.Settings     `json:"settings"`
	Waiting  []device.SavedEntry `json:"waiting"`
}

// loadOld reads the file of the form before, if there is one, and takes note of
// what it is to be from now on.
func (s *Store) loadOld() (old oldFile, found bool) {
	f := file{name: oldName, most: 32 << 20}
	for _, name := range []string{oldName, oldName + before} {
		old = oldFile{Settings: device.DefaultSettings}
		data, err := s.fs.Read(name, f.most)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = s.decode(name, data, &old)
		}
		if err == nil {
			s.disk.old = raised(data, old.Reserved)
			return old, true
		}
		s.warn(name, err)
	}
	return oldFile{Settings: device.DefaultSettings}, false
}

// raised is data with its ids reserved far ahead and without notifications,
// which are the new form's now; nil if they are.
func raised(data []byte, reserved uint64) []byte {
	if reserved >= farAhead {
		return nil
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return nil
	}
	delete(fields, "waiting")
	fields["reserved"] = strconv.AppendUint(nil, farAhead, 10)
	out, _ := json.Marshal(fields) // of what was JSON
	return out
}

// raiseOld writes the last file of the form before.
func (d *disk) raiseOld() error {
	if d.old == nil {
		return nil
	}
	if err := d.create(oldName, d.old); err != nil {
		return err
	}
	_ = d.fs.Remove(oldName + before) // its ids are not raised
	d.old = nil
	return d.fs.Sync(".")
}
