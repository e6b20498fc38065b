// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
)

// TestChipsThatLostTheirSupplyWakeUp: FM6126A are set up again while the picture
// stands still, which neither lights anything nor spoils the picture.
func TestChipsThatLostTheirSupplyWakeUp(t *testing.T) {
	for name, way := range map[string]func(*rig, *testing.T) (*encoder, func(frame []byte), func()){
		"registers": healedScan, "PIO": healedStream,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, Config{Rows: 16, Cols: 16, Chain: 2, Planes: 4, Init: "FM6126A"})
			m := random(r.geometry.size, 3)
			e, refresh, later := way(r, t)
			frame := make([]byte, 4*e.frameSize())
			e.pack(words(frame), m)
			refresh(frame)
			must.Do(t, r.emulator.Compare(m, 1))
			r.emulator.asleep = true
			clear(r.emulator.value)
			refresh(frame)
			if r.emulator.Compare(m, 1) == nil {
				t.Fatal("the emulated chips work without being set up")
			}
			later()
			refresh(frame)
			refresh(frame)
			if err := r.emulator.Compare(m, 1); err != nil {
				t.Errorf("after %v: %v", bus.HealEvery, err)
			}
			if err := r.emulator.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

// healedScan refreshes by registers; the last function lets time pass.
func healedScan(r *rig, t *testing.T) (*encoder, func(frame []byte), func()) {
	s, tape := r.scan()
	return newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{}), func(frame []byte) {
		must.Do(t, s.Refresh(frame))
		r.play(tape)
	}, func() { s.woken -= bus.HealEvery }
}

// healedStream is the same by PIO.
func healedStream(r *rig, t *testing.T) (*encoder, func(frame []byte), func()) {
	s := newStream(&r.wire, r.interpreter())
	must.Do(t, s.start())
	return streamEncoder(&r.config, r.geometry, &r.wire, pixel.Dither{}), func(frame []byte) {
		must.Do(t, s.Refresh(frame))
	}, func() { s.woken -= bus.HealEvery }
}

// TestRecordingGoesOn: a recorded panel is refreshed like a real one, if not as
// often.
func TestRecordingGoesOn(t *testing.T) {
	e := must.Get(NewEmulator(Config{Rows: 8, Cols: 16, Planes: 4}))(t)
	p := e.Panel()
	m := random(p.Bounds().Size(), 1)
	must.Do(t, p.Draw(p.Bounds(), m, image.Point{}))
	if p.RefreshAfter() != bus.HealEvery {
		t.Errorf("refreshed after %v", p.RefreshAfter())
	}
	clear(e.value)
	for range 2 {
		must.Do(t, p.Refresh())
	}
	if err := e.Compare(m, 1); err != nil {
		t.Error(err)
	}
}
