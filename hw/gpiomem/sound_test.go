// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"testing"
	"testing/fstest"
)

func TestSoundUsesPWM(t *testing.T) {
	for _, c := range []struct {
		name, cards string
		want        bool
	}{
		{"none", "--- no soundcards ---\n", false},
		{"the jack", " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n                      bcm2835 Headphones\n", true},
		{"the jack and HDMI as one card, kernels up to 5.3", " 0 [ALSA           ]: bcm2835_alsa - bcm2835 ALSA\n                      bcm2835 ALSA\n", true},
		{"HDMI alone", " 0 [b1             ]: bcm2835_hdmi - bcm2835 HDMI 1\n                      bcm2835 HDMI 1\n", false},
		{"HDMI and the jack", " 0 [b1             ]: bcm2835_hdmi - bcm2835 HDMI 1\n                      bcm2835 HDMI 1\n 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n", true},
		{"HDMI of the other driver", " 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi\n                      vc4-hdmi\n", false},
		{"USB", " 1 [Device         ]: USB-Audio - USB Audio Device\n", false},
		{"another card with the name in its description", " 1 [Device         ]: USB-Audio - bcm2835 imitated\n", false},
	} {
		root := fstest.MapFS{"proc/asound/cards": {Data: []byte(c.cards)}}
		if got := SoundUsesPWM(root); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if SoundUsesPWM(fstest.MapFS{}) {
		t.Error("no list of cards")
	}
}
