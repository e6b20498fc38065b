// SPDX-License-Identifier: Apache-2.0

package sounds_test

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/ledpost/ledpost/sounds"
)

// A player is told how the speaker should be now, and says when that is over.
// Volume may change while it plays: the key says that it is the same track.
func ExampleNewPlayer() {
	player := sounds.NewPlayer(sounds.Config{Output: "null"}, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- player.Run(ctx) }()

	player.Play(sounds.Track{Key: "42", Category: "notifications", ID: "cat", Repeat: 1, Volume: 50})
	fmt.Println("over:", <-player.Ended())
	stop()
	fmt.Println(<-ended)
	// Output:
	// over: 42
	// <nil>
}

func ExampleIDs() {
	fmt.Println(sounds.IDs("notifications")[:3], sounds.CategoryOf("alarm1"))
	// Output: [bicycle car cash] alarms
}
