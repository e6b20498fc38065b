package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/internal/logtail"
)

// getLog sends the lines of the log: those kept, then each new one. A client that
// is too slow is disconnected.
func (s *Server) getLog(w http.ResponseWriter, r *http.Request) error {
	return s.socket(w, r, func(ctx context.Context, c *websocket.Conn) error {
		reader := s.cfg.Lines.Reader()
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

// sendLines sends each line as a message of its own.
func sendLines(ctx context.Context, c *websocket.Conn, lines []logtail.Line) error {
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
