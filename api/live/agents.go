// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// postAgent takes what an agent does now.
func (l *Live) postAgent(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r) // before the patience begins: a slow client takes its own time
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	return rest.WriteDone(w, wire.PutAgent(ctx, l.cfg.Device, body))
}
