// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"

	"github.com/ledpost/ledpost/device/note"
)

// TestCurrentOfNothing: while nothing shows there is no current notification.
func TestCurrentOfNothing(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		if it, ok, err := r.Current(background); ok || err != nil || it.ID != "" {
			t.Errorf("before: %+v, %v, %v", it, ok, err)
		}
		id := r.post(notice(note.PriorityInfo))
		if it, ok, err := r.Current(background); !ok || err != nil || it.ID != id {
			t.Errorf("while it shows: %+v, %v, %v", it, ok, err)
		}
		r.must(r.DismissCurrent(background))
		if it, ok, err := r.Current(background); ok || err != nil || it.ID != "" {
			t.Errorf("after: %+v, %v, %v", it, ok, err)
		}
	})
}
