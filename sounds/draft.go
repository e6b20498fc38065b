package sounds

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/sounds/wav"
)

// A draft is a WAV file that takes the place of another once it is whole: what
// is written may be what is read, and where that breaks off nothing is changed.
type draft struct {
	*wav.File
	tmp, out string // the same where out is no regular file
}

// newDraft begins a draft of out beside it.
func newDraft(out string, f wav.Format) (*draft, error) {
	if name, err := filepath.EvalSymlinks(out); err == nil {
		out = name // what a link leads to is replaced, not the link
	}
	d := &draft{tmp: out, out: out}
	info, err := os.Stat(out)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("sounds: %s is a directory", out)
	case err != nil || info.Mode().IsRegular():
		d.tmp = filepath.Join(filepath.Dir(out), fmt.Sprintf(".%s.%d.tmp", filepath.Base(out), os.Getpid()))
	}
	d.File, err = wav.Create(d.tmp, f)
	if err != nil {
		return nil, err
	}
	return d, nil
}

// finish puts the draft in place, or removes it where err says that it is not
// whole, and returns what went wrong.
func (d *draft) finish(err error) error {
	err = errors.Join(err, d.Close())
	if d.tmp == d.out {
		return err
	}
	if err == nil {
		err = os.Rename(d.tmp, d.out)
	}
	if err != nil {
		os.Remove(d.tmp)
	}
	return err
}
