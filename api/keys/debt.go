// SPDX-License-Identifier: Apache-2.0

package keys

import "sync/atomic"

// debt is a file that lacks the keys in force, because writing it has failed. The
// zero value owes nothing. Any goroutine may use it.
type debt struct {
	retry func()                // asks for another try, and does not wait for it; nil = nobody tries
	err   atomic.Pointer[error] // of the last write; nil = there was none
}

// set records the result of writing the file, and returns it.
func (d *debt) set(err error) error {
	d.err.Store(&err)
	if err != nil && d.retry != nil {
		d.retry()
	}
	return err
}

// fault returns why the file is owed, or nil.
func (d *debt) fault() error {
	if err := d.err.Load(); err != nil {
		return *err
	}
	return nil
}
