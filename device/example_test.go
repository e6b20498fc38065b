// SPDX-License-Identifier: Apache-2.0

package device_test

import (
	"context"
	"fmt"
	"image"
	"log/slog"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// board is a device's edges: here it keeps the newest scene, and is silent.
type board struct{ scenes chan render.Scene }

func (b board) Show(s render.Scene) {
	select {
	case <-b.scenes:
	default:
	}
	b.scenes <- s
}

func (board) Play(sounds.Track, ...sounds.Track) {}
func (board) Save(device.Saved)                  {}

// dark is an app that shows nothing.
type dark struct{}

func (dark) About() device.About {
	return device.About{Package: "com.example.dark", Title: "Dark"}
}
func (dark) Step(time.Time) device.Now                        { return device.Now{} }
func (dark) Do(_, _ string, _ device.Args, _ time.Time) error { return nil }

// A device decides; what it has decided takes effect at its edges. Notify
// returns when the notification is in the queue, or on the panel.
func ExampleDevice_Notify() {
	set, err := fonts.Open(fonts.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	edges := board{make(chan render.Scene, 1)}
	dev := device.New(device.Config{
		Width: 16, Height: 8, Limits: device.DefaultLimits, Zone: device.NewZone(time.UTC),
		Apps: []device.App{dark{}}, Fonts: set, Icons: icons.New(icons.Config{}, slog.New(slog.DiscardHandler)),
	}, device.Fresh(), device.Edges{Screen: edges, Speaker: edges, Keeper: edges})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- dev.Run(ctx) }()

	id, err := dev.Notify(ctx, note.Notification{
		Lifetime: note.DefaultLifetime, Cycles: 1,
		Frames: []note.Frame{{Text: []note.Fragment{{Text: "Hi"}}}},
	}, "")
	fmt.Println(id, err)
	shown, visible, err := dev.Current(ctx)
	fmt.Println(shown.ID, visible, err)

	panel := image.NewRGBA(image.Rect(0, 0, 16, 8))
	(<-edges.scenes).Root.Draw(panel, image.Point{}, 0)
	fmt.Print(pixtest.String(panel))
	stop()
	fmt.Println(<-ended)
	// Output:
	// 1 <nil>
	// 1 true <nil>
	// .....#..#.#.....
	// .....#..#.......
	// .....#..#.#.....
	// .....####.#.....
	// .....#..#.#.....
	// .....#..#.#.....
	// .....#..#.#.....
	// ................
	// <nil>
}
