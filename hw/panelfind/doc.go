// SPDX-License-Identifier: Apache-2.0

// Package panelfind finds out the configuration of an unknown HUB75 panel by
// questions: it says which LEDs to light, asks for the visible LEDs, and keeps the
// kinds of panel that would have shown just that.
//
// A [Search] is a function of the answers so far. It touches no hardware: whoever runs
// it shows the [Probe] of each [Step] and hands it the answer. While the kind of the
// panel is unknown, pictures are of the wire: a pixel for each word that a chain of
// panels with direct multiplexing would take, four times as wide as the panel, so that
// every kind has all its words.
package panelfind
