// SPDX-License-Identifier: Apache-2.0

package webp

import "image"

// Lossy WebP is video: luma of 16 to 235, chroma of 16 to 240 around 128 (RFC 6386,
// 9.2; ITU-R BT.601, 2.5), with 16 bits behind the point.
const (
	point = 16
	luma  = 76309  // 255/219
	redV  = 104597 // 255/224 × 1.402
	greenU,
	greenV = 25675, 53279 // 255/224 × 1.772 × 0.114/0.587, 255/224 × 1.402 × 0.299/0.587
	blueU = 132201 // 255/224 × 1.772
)

// colours returns the picture m in red, green and blue, with the alpha of each pixel; nil =
// all are opaque.
func colours(m *image.YCbCr, alpha []uint8, stride int) *image.NRGBA {
	size := m.Rect.Size()
	out := image.NewNRGBA(image.Rectangle{Max: size})
	half := chroma{m.Cb, m.Cr, m.CStride, (size.X + 1) / 2, (size.Y + 1) / 2}
	for y := range size.Y {
		for x := range size.X {
			u, v := half.at(x, y)
			p := out.Pix[out.PixOffset(x, y):][:4:4]
			l := luma*(int(m.Y[y*m.YStride+x])-16) + 1<<(point-1)
			p[0] = clip(l + redV*v)
			p[1] = clip(l - greenU*u - greenV*v)
			p[2] = clip(l + blueU*u)
			p[3] = 255
			if alpha != nil {
				p[3] = alpha[y*stride+x]
			}
		}
	}
	return out
}

// chroma is two planes of half the width and height of a picture.
type chroma struct {
	u, v       []uint8
	stride     int
	wide, high int
}

// at returns the chroma of the pixel x, y, from −128 to 127: 9 parts of the four pixels
// that it belongs to, 3 each of their neighbours towards it, 1 of those across, as libwebp
// smooths the steps between them.
func (c chroma) at(x, y int) (u, v int) {
	near, far := c.pair(x, c.wide)
	this, other := c.pair(y, c.high)
	this, other = this*c.stride, other*c.stride
	mix := func(p []uint8) int {
		return (9*int(p[this+near])+3*int(p[this+far])+3*int(p[other+near])+int(p[other+far])+8)>>4 - 128
	}
	return mix(c.u), mix(c.v)
}

// pair returns the index of the half that i belongs to, and of the next one on i's side, of n.
func (chroma) pair(i, n int) (near, far int) {
	near = i / 2
	if i%2 == 0 {
		return near, max(near-1, 0)
	}
	return near, min(near+1, n-1)
}

// clip returns the whole part of v within a byte.
func clip(v int) uint8 { return uint8(min(max(v>>point, 0), 255)) }
