// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// putNotification changes regions of a notification.
func (l *Live) putNotification(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	return rest.WriteDone(w, wire.PutRegions(ctx, l.cfg.Device, r.PathValue("id"), body))
}
