package wire

import (
	"errors"

	"github.com/ledpost/ledpost/device/note"
)

// Messages returns a message for each fault joined in err, and reports whether
// all are faults of the request.
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

// Complaint is a fault of a body that concerns no single field.
type Complaint string

// Error implements error.
func (c Complaint) Error() string { return string(c) }

// Missing returns the error for a body that lacks a key, in the words of the real
// device.
func Missing(key string) error { return Complaint("Missing required keys [" + key + "]") }
