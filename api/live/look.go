// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"

	"github.com/ledpost/ledpost/api/wire"
)

// LookJSON returns how text and frames are drawn, as GET /live/look answers it.
func (l *Live) LookJSON(ctx context.Context) ([]byte, error) {
	look, err := l.cfg.Device.Look(ctx)
	if err != nil {
		return nil, err
	}
	return wire.Encode(wire.LookOf(look))
}
