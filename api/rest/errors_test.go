// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
)

// TestDiskFaults: a disk that takes nothing more is no fault of the program's,
// and the answer says what it is.
func TestDiskFaults(t *testing.T) {
	for cause, want := range map[error]struct {
		status  int
		message string
	}{
		syscall.ENOSPC: {http.StatusInsufficientStorage, "There is no room on the disk"},
		syscall.EDQUOT: {http.StatusInsufficientStorage, "There is no room on the disk"},
		syscall.EROFS:  {http.StatusInsufficientStorage, "The disk of the data directory can only be read"},
	} {
		err := fmt.Errorf("icons: %w", &fs.PathError{Op: "write", Path: "/secret/path", Err: cause})
		status, messages := explain(slog.New(slog.DiscardHandler), httptest.NewRequest("POST", "/live/icons/x", nil), err)
		if status != want.status || len(messages) != 1 || messages[0] != want.message {
			t.Errorf("%v: %d %q, want %d %q", cause, status, messages, want.status, want.message)
		}
	}
}
