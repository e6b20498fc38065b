// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/logtail"
)

// logs is the room of the log.
type logs struct {
	live  *Live
	lines *logtail.Tail
}

// Log returns the room in which clients read the lines of the log.
func (l *Live) Log(lines *logtail.Tail) *logs { return &logs{l, lines} }

// Endpoints sends the log.
func (m *logs) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/log", Private: true, Methods: rest.Methods{http.MethodGet: m.getLog}}}
}

// getLog sends the lines of the log: those kept, then each new one. A client that
// is too slow is disconnected.
func (m *logs) getLog(w http.ResponseWriter, r *http.Request) error {
	return m.live.socket(w, r, func(ctx context.Context, c *conn) error {
		reader := m.lines.Reader()
		ping := time.NewTicker(pingEvery)
		defer ping.Stop()
		for {
			lines, more, err := reader.Next()
			if err == nil {
				err = sendLines(ctx, c, lines)
			}
			if errors.Is(err, logtail.ErrSlow) {
				c.Close(websocket.StatusTryAgainLater, "lines were dropped: the client is too slow")
			}
			if err != nil {
				return err
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-more:
			case <-ping.C:
				if err := answers(ctx, c); err != nil {
					return err
				}
			}
		}
	})
}

// sendLines sends each line as a separate message.
func sendLines(ctx context.Context, c *conn, lines []logtail.Line) error {
	for _, l := range lines {
		message, err := json.Marshal(l)
		if err != nil {
			return err
		}
		if err := send(ctx, c, websocket.MessageText, message); err != nil {
			return err
		}
	}
	return nil
}
