package api

import "github.com/ledpost/ledpost/device/note"

// MaxBody is the largest body of a request, bytes (decisions 10).
const MaxBody = maxBody

// ParseNotification reads the body of a POST as the API does. The error joins a
// device.InvalidError for every fault.
func ParseNotification(body []byte) (note.Notification, error) { return parseNotification(body) }
