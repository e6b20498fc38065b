// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/evidence"
)

// keep writes what a difference is about into a folder: both pictures, where they differ, and
// copies of the captures. It returns the absolute paths of the files, as far as they were written.
func keep(dir string, captures []string, d *hw.Difference) (files []string, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if d.Shown != nil {
		files, err = evidence.Write(dir, d.Shown, d.Expected)
	}
	for i, capture := range captures {
		to := filepath.Join(dir, fmt.Sprintf("recording-%d%s", i+1, filepath.Ext(capture)))
		if fault := copyFile(to, capture); fault != nil {
			err = errors.Join(err, fault)
			continue
		}
		files = append(files, to)
	}
	return files, err
}

// copyFile copies a file.
func copyFile(to, from string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close() // it was only read
	return command.WriteFile(to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}
