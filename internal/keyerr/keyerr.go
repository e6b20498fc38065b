// SPDX-License-Identifier: Apache-2.0

// Package keyerr holds errors about keys of the configuration: each has the path
// of its key, by which the reader of the file finds the line.
package keyerr

import (
	"errors"
	"fmt"
)

// An Error is an error in the value of a key. Its text is the text of Err alone.
type Error struct {
	// Key is its path from the table that was checked, such as "size" or, in
	// the second [[part]], "part.2.size".
	Key string
	// Err returns the faults of the value.
	Err error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// New returns an error of key.
func New(key, format string, args ...any) error { return &Error{key, fmt.Errorf(format, args...)} }

// In returns err as an error of key, or in the table key if err is already an error of a
// key in it; if err is joined, it does so for each. It returns err itself if key is
// empty, and nil if err is nil.
func In(key string, err error) error {
	if err == nil || key == "" {
		return err
	}
	var all []error
	for _, one := range Split(err) {
		all = append(all, &Error{key, one})
	}
	if len(all) == 1 {
		return all[0]
	}
	return errors.Join(all...)
}

// Split returns the errors joined in err, err alone if it is not joined, or none if it
// is nil.
func Split(err error) (all []error) {
	joined, ok := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
		return nil
	case !ok:
		return []error{err}
	}
	for _, one := range joined.Unwrap() {
		all = append(all, Split(one)...)
	}
	return all
}

// Key returns the path of the key with the error: the keys of err and of the errors in
// it. It is empty when err names none.
func Key(err error) (path string) {
	for e := (*Error)(nil); errors.As(err, &e); err = e.Err {
		if path != "" {
			path += "."
		}
		path += e.Key
	}
	return path
}
