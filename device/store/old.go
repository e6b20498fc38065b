package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/durable"
)

// oldName is the single file of the previous format. Its last version stays, so that
// the program that wrote it finds its identity and settings after a downgrade.
const oldName = "state.json"

// farAhead is where the ids of the previous format continue after a downgrade: no
// device has used that many.
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

// loadOld reads the file of the previous format, if there is one, and records what its
// content is to be from now on.
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

// raised returns data with its ids reserved far ahead and without notifications,
// which now belong to the new format; nil if that is already so.
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
	out, _ := json.Marshal(fields) // cannot fail: it was JSON
	return out
}

// raiseOld writes the last version of the file of the previous format.
func (d *disk) raiseOld() error {
	if d.old == nil {
		return nil
	}
	if err := durable.Put(d.fs, oldName, d.old); err != nil {
		return err
	}
	_ = d.fs.Remove(oldName + before) // its ids are not raised
	d.old = nil
	return d.fs.Sync(".")
}
