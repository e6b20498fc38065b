// SPDX-License-Identifier: Apache-2.0

package bus

import "strings"

// WaveLine returns the line of the header that a port names, as "GPIO18", and the
// peripheral of the models 0 to 4 that makes its level from memory: PWM or PCM (BCM2835
// ARM Peripherals, table 6-31). ok is false for another port.
func WaveLine(port string) (line int, block string, ok bool) {
	if !strings.HasPrefix(strings.ToUpper(port), "GPIO") {
		return 0, "", false
	}
	line, err := HeaderLine("port", port)
	if err != nil {
		return 0, "", false
	}
	switch line {
	case 12, 13, 18, 19:
		return line, "PWM", true
	case 21:
		return line, "PCM", true
	}
	return 0, "", false
}

// OnWave returns the place of a device on such a line; Bus is the peripheral, which
// makes one line at a time.
func OnWave(port string) Place {
	line, block, _ := WaveLine(port)
	return Place{Kind: Wave, Port: strings.ToUpper(port), Bus: block, Pins: 1 << line}
}
