// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"io"
	"io/fs"
	"strings"
)

// SoundUsesPWM reports whether the kernel's driver of on-board sound (snd_bcm2835)
// has taken the PWM block, by the list of cards below root, the file system's. Its
// cards of HDMI alone do not: the firmware plays those.
func SoundUsesPWM(root fs.FS) bool {
	f, err := root.Open("proc/asound/cards")
	if err != nil {
		return false
	}
	defer f.Close()
	cards, _ := io.ReadAll(io.LimitReader(f, 64<<10))
	// A card has two lines; the first is "0 [Headphones ]: bcm2835_headpho - bcm2835 Headphones".
	for line := range strings.Lines(string(cards)) {
		_, driver, ok := strings.Cut(line, "]: ")
		if ok && strings.HasPrefix(driver, "bcm2835") && !strings.Contains(driver, "HDMI") {
			return true
		}
	}
	return false
}
