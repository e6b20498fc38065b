// SPDX-License-Identifier: Apache-2.0

package pixel

// Luma is the luma of a pixel of four bytes, 0 to 255×256: the weights of BT.601, in
// 256ths.
func Luma(rgba []byte) uint32 { return 77*uint32(rgba[0]) + 150*uint32(rgba[1]) + 29*uint32(rgba[2]) }

// Over is the luma above which a pixel is lit, of a threshold from 0 to 1.
func Over(threshold float64) uint32 { return uint32(threshold * 255 * 256) }
