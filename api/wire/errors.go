// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"errors"
	"fmt"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// Messages returns a message for each error joined in err, and reports whether
// all of them are errors in the request.
func Messages(err error) (messages []string, ok bool) {
	if err == nil {
		return nil, false
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			m, ok := Messages(e)
			if !ok {
				return nil, false
			}
			messages = append(messages, m...)
		}
		return messages, len(messages) > 0
	}
	var invalid *note.InvalidError
	var other Complaint
	if errors.As(err, &invalid) || errors.As(err, &other) || errors.Is(err, note.ErrNoFrames) {
		return []string{err.Error()}, true
	}
	return nil, false
}

// Complaint is an error in a body that concerns no single field.
type Complaint string

// Error implements error.
func (c Complaint) Error() string { return string(c) }

// Missing returns the error for a body that lacks a key, in the words of the real
// device.
func Missing(key string) error { return Complaint("Missing required keys [" + key + "]") }

// words maps the device's own errors to the text of answers: the words of the
// real device where it has them.
var words = []struct {
	err  error
	text string
}{
	{device.ErrNotFound, "Notification not found"},
	{device.ErrHidden, "Only notifications with priority 'critical' are allowed in current mode"},
	{device.ErrQueueFull, fmt.Sprintf("The queue is full: at most %d notifications of %d MiB together may wait",
		device.MaxWaiting, device.MaxWaitingSize>>20)},
	{device.ErrNoApp, "Not found app"},
	{device.ErrNoWidget, "Not found widget"},
	{device.ErrLastWidget, "The last widget cannot be removed"},
	{device.ErrNoPush, "The app takes no frames"},
	{device.ErrStopped, "The device is shutting down"},
}

// Said returns the text of answers for an error of the device, and reports
// whether there is one.
func Said(err error) (text string, ok bool) {
	for _, s := range words {
		if errors.Is(err, s.err) {
			return s.text, true
		}
	}
	return "", false
}
