// SPDX-License-Identifier: Apache-2.0

// Package hub75 drives RGB panels of the kind called HUB75: shift registers for
// the columns, address lines for the rows, and a light that is switched for
// whole rows at a time.
//
// Colours come from binary code modulation: each row is shifted in once for
// every bit of the colours and lit for a time that doubles from bit to bit. A
// [Panel] turns each picture into the words of all these lines; the refresher
// process (see package refresh) shows them by the registers of a Broadcom chip
// or the programmable I/O of the Pi 5. An [Emulator] is the panel on the other
// side, for tests and for captures of logic analysers.
package hub75
