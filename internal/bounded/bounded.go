// SPDX-License-Identifier: Apache-2.0

// Package bounded reads what comes from outside, up to a limit.
package bounded

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrTooLarge is returned for more bytes than are allowed.
var ErrTooLarge = errors.New("too large")

// Read reads r to its end, at most most bytes. If there are more it returns ErrTooLarge
// with the limit, and has read no more than one byte beyond that.
func Read(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%w: at most %d bytes are allowed", ErrTooLarge, most)
	}
	return data, nil
}

// ReadFile is Read for the file of that name; its errors name the file.
func ReadFile(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := Read(f, most)
	if errors.Is(err, ErrTooLarge) {
		err = &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return data, err
}
