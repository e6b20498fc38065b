// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"errors"
	"testing"

	paho "github.com/eclipse/paho.mqtt.golang"
)

// subscriber is a client whose broker agrees to everything.
type subscriber struct{ paho.Client }

func (subscriber) SubscribeMultiple(map[string]byte, paho.MessageHandler) paho.Token {
	return &paho.SubscribeToken{}
}

// TestLostConnection: what is asked of a connection that was lost fails with the reason
// that it was lost for; one that was ended has a reason, too.
func TestLostConnection(t *testing.T) {
	c := &pahoConn{client: subscriber{}, lost: make(chan struct{})}
	if err := c.Err(); !errors.Is(err, errEnded) {
		t.Errorf("no reason is known: %v", err)
	}
	gone := errors.New("the broker was switched off")
	c.err.Store(&gone)
	close(c.lost)
	if err := c.Subscribe(t.Context(), []string{"ledpost/cmd/#"}); !errors.Is(err, gone) {
		t.Errorf("subscribing: %v, want %v", err, gone)
	}
}
