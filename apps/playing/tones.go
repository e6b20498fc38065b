// SPDX-License-Identifier: Apache-2.0

package playing

import (
	"image/color"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/srgb"
)

// tones are the colours that a page takes from its cover.
type tones struct {
	ground        color.RGBA // behind all
	title, artist color.RGBA // each with the contrast of small text on ground
	ahead         color.RGBA // of the bar, where the sound has not been
}

const (
	fields = 24 // side of the squares by which a cover's colours are counted
	kinds  = 6  // colours into which they are parted
	rounds = 8  // in which these find their places

	fog     = 0.02  // luminance of a grey ground at most: more is a fog on the panel
	grounds = 0.055 // luminance of a ground in a colour at most: white has 10:1 on it
	channel = 0.16  // light of a channel of it at most, or blue, which eyes weigh little, would glare
	bright  = 0.8   // lightness of an artist at most, but for the contrast: the title is brighter
	vivid   = 0.04  // chroma from which a colour is one, and not a grey
	least   = 0.01  // part of a cover that a colour has at least, or it is a speck
)

// kind is one of the colours of a cover.
type kind struct {
	srgb.Lab
	part float64 // of the cover, 0 to 1
}

// tonesOf returns the colours of a page beside a cover of these lights, three for each field. The ground has a colour
// that is both large and vivid, and the artist another one of the cover.
func tonesOf(lights []float64) tones {
	all := kindsOf(lights)
	ground := top(all, func(k kind) float64 { return k.part * (0.04 + k.Chroma()) })
	accent := top(all, func(k kind) float64 {
		if k.part < least || k.Chroma() < vivid {
			return 0
		}
		return k.Chroma() * (0.1 + apart(k.Lab, ground.Lab)) * (0.3 + k.Lab[0])
	})
	if accent.Chroma() < vivid {
		accent = ground
	}
	t := tones{ground: deep(ground.Lab)}
	pale := accent.Lab
	pale[0] = 0.95
	for _, i := range []int{1, 2} {
		pale[i] *= min(1, 0.05/max(accent.Chroma(), 1e-9))
	}
	accent.Lab[0] = min(accent.Lab[0], bright)
	t.title, t.artist = readable(pale, t.ground), readable(accent.Lab, t.ground)
	t.ahead = scaled(lightOf[t.artist.R], lightOf[t.artist.G], lightOf[t.artist.B], 0.3)
	return t
}

// kindsOf parts a picture of these lights into few colours, by k-means; each is the mean light of its fields.
func kindsOf(lights []float64) []kind {
	seen := make([]srgb.Lab, len(lights)/3)
	for i := range seen {
		seen[i] = srgb.ToLab(lights[3*i], lights[3*i+1], lights[3*i+2])
	}
	all := []kind{{Lab: seen[0]}}
	for len(all) < kinds { // each begins as what differs most from those before
		far, from := 0.0, seen[0]
		for _, c := range seen {
			if d := apart(c, all[nearest(all, c)].Lab); d > far {
				far, from = d, c
			}
		}
		all = append(all, kind{Lab: from})
	}
	for range rounds {
		var sums [kinds][4]float64
		for i, c := range seen {
			sum := &sums[nearest(all, c)]
			for k, v := range lights[3*i : 3*i+3] {
				sum[k] += v
			}
			sum[3]++
		}
		for i, sum := range sums {
			if all[i].part = sum[3] / float64(len(seen)); sum[3] > 0 {
				all[i].Lab = srgb.ToLab(sum[0]/sum[3], sum[1]/sum[3], sum[2]/sum[3])
			}
		}
	}
	return all
}

// nearest returns the place in all of what looks most like c.
func nearest(all []kind, c srgb.Lab) (best int) {
	for i, k := range all {
		if apart(k.Lab, c) < apart(all[best].Lab, c) {
			best = i
		}
	}
	return best
}

// apart returns the square of how much two colours differ for the eye.
func apart(a, b srgb.Lab) (sum float64) {
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum
}

// top returns the one of all with the most merit.
func top(all []kind, merit func(kind) float64) kind {
	best := all[0]
	for _, k := range all {
		if merit(k) > merit(best) {
			best = k
		}
	}
	return best
}

// deep returns c with so little light that small text can be read on it.
func deep(c srgb.Lab) color.RGBA {
	r, g, b := c.Lights()
	most := fog + (grounds-fog)*min(1, c.Chroma()/0.1)
	return scaled(r, g, b, min(1, most/max(srgb.Luminance(r, g, b), 1e-9), channel/max(r, g, b, 1e-9)))
}

// below returns ground with so little light that ink can be read on it, black where it cannot be read on black.
func below(ground, ink color.RGBA) color.RGBA {
	most := 0.05*kit.Contrast(ink)/kit.Readable - 0.05
	r, g, b := lightOf[ground.R], lightOf[ground.G], lightOf[ground.B]
	return scaled(r, g, b, min(1, max(0, most)/max(srgb.Luminance(r, g, b), 1e-9)))
}

// scaled returns lights times by, without what rounding up would add.
func scaled(r, g, b, by float64) color.RGBA {
	return color.RGBA{darkest(r * by), darkest(g * by), darkest(b * by), 255}
}

// darkest returns the largest value with no more than that light.
func darkest(light float64) uint8 { return uint8(255*srgb.Value(min(max(light, 0), 1)) + 1e-6) }

// readable returns c, as much lighter as small text on ground needs.
func readable(c srgb.Lab, ground color.RGBA) color.RGBA {
	for {
		r, g, b := c.Lights()
		ink := color.RGBA{fromLight(max(r, 0)), fromLight(max(g, 0)), fromLight(max(b, 0)), 255}
		if c[0] >= 1 || kit.Contrast(ink) >= kit.Readable*kit.Contrast(ground) {
			return ink
		}
		c[0] += 1. / 64
	}
}
