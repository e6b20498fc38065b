// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"fmt"

	"github.com/ledpost/ledpost/device/widgets"
)

var (
	// ErrNotFound is returned for an unknown notification id.
	ErrNotFound = errors.New("device: no such notification")
	// ErrQueueFull is returned by Notify when MaxWaiting notifications wait, or of
	// MaxWaitingSize.
	ErrQueueFull = fmt.Errorf("device: the queue is full: at most %d notifications of %d MiB together may wait",
		MaxWaiting, MaxWaitingSize>>20)
	// ErrHidden is returned by Notify with Config.RefuseWhenHidden while the
	// screensaver, kiosk mode or a dark display would hide the notification.
	ErrHidden = errors.New("device: only critical notifications are shown now")
	// ErrNoApp is returned for a package that no app has.
	ErrNoApp = widgets.ErrNoApp
	// ErrNoWidget is returned for a widget id that does not exist, or belongs to
	// another package.
	ErrNoWidget = widgets.ErrNoWidget
	// ErrLastWidget is returned by RemoveWidget for the only widget.
	ErrLastWidget = widgets.ErrLast
	// ErrNoPush is returned by Push for an app that accepts no frames.
	ErrNoPush = errors.New("device: the app takes no frames")
	// ErrNoPose is returned by Pose for what has no picture.
	ErrNoPose = errors.New("device: there is no such picture")
	// ErrStopped is returned by every method once Run has ended.
	ErrStopped = errors.New("device: stopped")
)
