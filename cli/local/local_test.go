// SPDX-License-Identifier: Apache-2.0

package local

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestDirectory: the data directory is made, and one that cannot be is told.
func TestDirectory(t *testing.T) {
	data := commandtest.Home(t)
	must.Equal(t, must.Get((DataFlag{}).Dir())(t), data)
	if _, err := os.Stat(data); err != nil {
		t.Error(err)
	}
	if dir, err := (DataFlag{Data: os.DevNull + "/x"}).Dir(); err == nil || dir != "" {
		t.Errorf("%q, %v", dir, err)
	}
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("HOME", "")
	_, err := (DataFlag{}).Where()
	must.Fail(t, err, "use --data DIR")
}

// TestNoKeyHere: a machine without a key says that there is none.
func TestNoKeyHere(t *testing.T) {
	if keys, err := (DataFlag{Data: t.TempDir()}).Keys(); len(keys) > 0 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}
