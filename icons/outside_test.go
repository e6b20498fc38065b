// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// bench runs outside programs in a folder of its own.
type bench struct {
	t   *testing.T
	dir string
}

func newBench(t *testing.T) bench { return bench{t, t.TempDir()} }

// run runs a program in the folder and returns what it prints.
func (b bench) run(program string, args ...string) []byte {
	b.t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = b.dir
	var faults bytes.Buffer
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		b.t.Fatalf("%s %v: %v\n%s", program, args, err, faults.Bytes())
	}
	return out
}

func (b bench) read(name string) []byte {
	b.t.Helper()
	return must.Get(os.ReadFile(filepath.Join(b.dir, name)))(b.t)
}

func (b bench) write(name string, m image.Image) {
	b.t.Helper()
	var data bytes.Buffer
	must.Do(b.t, png.Encode(&data, m))
	must.Do(b.t, os.WriteFile(filepath.Join(b.dir, name), data.Bytes(), 0o600))
}

// magick is ImageMagick, which its packages call by different names.
func magick(t *testing.T) string {
	return testtool.Find(t, "magick", "convert-im7.q16", "convert-im6.q16", "convert")
}

// scenes are what pictures show: flat colours, art, noise, slopes, and what is clear.
var scenes = []struct {
	name string
	at   func(r *rand.Rand, x, y int, size image.Point) color.NRGBA
}{
	{"black", func(*rand.Rand, int, int, image.Point) color.NRGBA { return color.NRGBA{0, 0, 0, 255} }},
	{"white", func(*rand.Rand, int, int, image.Point) color.NRGBA { return color.NRGBA{255, 255, 255, 255} }},
	{"red", func(*rand.Rand, int, int, image.Point) color.NRGBA { return red }},
	{"blue", func(*rand.Rand, int, int, image.Point) color.NRGBA { return color.NRGBA{0, 0, 255, 255} }},
	{"art", func(_ *rand.Rand, x, y int, _ image.Point) color.NRGBA {
		return []color.NRGBA{{0, 0, 0, 255}, red, {0, 255, 0, 255}, {255, 255, 0, 255}}[(x/3+y/2)%4]
	}},
	{"noise", func(r *rand.Rand, _, _ int, _ image.Point) color.NRGBA {
		return color.NRGBA{byte(r.IntN(256)), byte(r.IntN(256)), byte(r.IntN(256)), 255}
	}},
	{"slope", func(_ *rand.Rand, x, y int, size image.Point) color.NRGBA {
		return color.NRGBA{byte(255 * x / size.X), byte(255 * y / size.Y), byte(255 - 255*x/size.X), 255}
	}},
	{"half clear", func(_ *rand.Rand, x, y int, size image.Point) color.NRGBA {
		return color.NRGBA{255, byte(255 * x / size.X), 0, byte(255 * y / size.Y)}
	}},
}

func drawn(name string, size image.Point) *image.NRGBA {
	r := rand.New(rand.NewPCG(5, 6))
	m := image.NewNRGBA(image.Rectangle{Max: size})
	for _, s := range scenes {
		for i := 0; s.name == name && i < size.X*size.Y; i++ {
			m.SetNRGBA(i%size.X, i/size.X, s.at(r, i%size.X, i/size.X, size))
		}
	}
	return m
}

// differ returns the largest difference of a value of two pictures of one size, and the mean.
func differ(got *image.RGBA, want []byte) (most int, mean float64) {
	for i, v := range got.Pix {
		d := max(int(v), int(want[i])) - min(int(v), int(want[i]))
		most, mean = max(most, d), mean+float64(d)/float64(len(want))
	}
	return most, mean
}

// premultiplied is a picture of 8 bits RGBA as it is seen.
func premultiplied(pix []byte) []byte {
	out := bytes.Clone(pix)
	for i := 0; i < len(out); i += 4 {
		c := color.RGBAModel.Convert(color.NRGBA{pix[i], pix[i+1], pix[i+2], pix[i+3]}).(color.RGBA)
		out[i], out[i+1], out[i+2] = c.R, c.G, c.B
	}
	return out
}

// oddSizes are sizes at which blocks and halves do not end with the picture.
var oddSizes = []image.Point{{1, 1}, {1, 2}, {3, 1}, {2, 5}, {8, 8}, {15, 16}, {17, 9}, {37, 8}, {63, 31},
	{64, 32}, {100, 37}}

// TestStillWebP compares stills with libwebp's own decoder: every value within 3 of 255.
func TestStillWebP(t *testing.T) {
	testtool.Sequential(t)
	cwebp, dwebp, ffmpeg := testtool.Find(t, "cwebp"), testtool.Find(t, "dwebp"), testtool.Find(t, "ffmpeg")
	b, n := newBench(t), 0
	ways := []string{
		"-q 75", "-q 0", "-q 100", "-q 40 -m 6 -segments 1 -f 0", "-q 90 -sharp_yuv -sns 100 -f 100 -strong",
		"-q 50 -f 60 -nostrong -sharpness 7", "-q 80 -alpha_q 10", "-q 80 -alpha_method 0", "-q 80 -alpha_filter best",
		"-q 60 -pass 3 -segments 4", "-lossless", "-lossless -z 9", "-near_lossless 40", "-lossless -exact", "-noalpha -q 70",
	}
	for i, way := range ways {
		for j, size := range oddSizes {
			scene := scenes[(i+j)%len(scenes)].name
			b.write("in.png", drawn(scene, size))
			b.run(cwebp, append(strings.Fields(way), "-quiet", "in.png", "-o", "out.webp")...)
			b.agree(fmt.Sprintf("%s of %v, cwebp %s", scene, size, way), dwebp, size, &n)
		}
	}
	for j, size := range oddSizes {
		for _, way := range []string{"-pix_fmt yuv420p", "-pix_fmt yuva420p -quality 20", "-lossless 1"} {
			scene := scenes[j%len(scenes)].name
			b.write("in.png", drawn(scene, size))
			args := append([]string{"-v", "error", "-y", "-i", "in.png", "-c:v", "libwebp"}, strings.Fields(way)...)
			b.run(ffmpeg, append(args, "out.webp")...)
			b.agree(fmt.Sprintf("%s of %v, ffmpeg %s", scene, size, way), dwebp, size, &n)
		}
	}
	t.Logf("%d pictures", n)
}

// agree compares out.webp with what dwebp reads of it.
func (b bench) agree(what, dwebp string, size image.Point, n *int) {
	b.t.Helper()
	b.run(dwebp, "-quiet", "-nodither", "-pam", "out.webp", "-o", "want.pam")
	_, want, _ := bytes.Cut(b.read("want.pam"), []byte("ENDHDR\n"))
	ic, err := Decode(b.read("out.webp"))
	if err != nil || len(ic.Frames) != 1 || ic.Frames[0].Image.Rect.Size() != size || len(want) != 4*size.X*size.Y {
		b.t.Errorf("%s: %v, %d bytes wanted", what, err, len(want))
		return
	}
	if most, _ := differ(ic.Frames[0].Image, premultiplied(want)); most > 3 {
		b.t.Errorf("%s: off by %d", what, most)
	}
	*n++
}

// TestMovingPictures compares animations that others have made with ImageMagick's frames.
func TestMovingPictures(t *testing.T) {
	convert, img2webp, gif2webp, ffmpeg := magick(t), testtool.Find(t, "img2webp"), testtool.Find(t, "gif2webp"),
		testtool.Find(t, "ffmpeg")
	b := newBench(t)
	size := image.Pt(33, 17)
	moving := b.moving("in", size, false)
	half := b.moving("half", size, true)
	b.run(convert, append(append([]string{"-delay", "7", "-dispose", "background"}, moving...), "-loop", "3", "in.gif")...)
	all := " -d 70 " + strings.Join(moving, " ") + " -o"
	for _, row := range []struct{ file, program, args string }{
		{"lossy.webp", img2webp, "-loop 2 -lossy -q 60" + all},
		{"lossless.webp", img2webp, "-loop 2 -lossless" + all},
		{"mixed.webp", img2webp, "-mixed -kmin 2 -kmax 4" + all},
		{"gif.webp", gif2webp, "-quiet in.gif -o"},
		{"giflossy.webp", gif2webp, "-quiet -lossy -q 30 -min_size in.gif -o"},
		{"ffmpeg.webp", ffmpeg, "-v error -y -framerate 10 -i in%d.png -c:v libwebp_anim -loop 1"},
		{"plain.gif", convert, "in.gif"},
		{"optimised.gif", convert, "in.gif -layers OptimizePlus"},
		{"ffmpeg.gif", ffmpeg, "-v error -y -framerate 10 -i in%d.png"},
	} {
		b.run(row.program, append(strings.Fields(row.args), row.file)...)
		b.sameFrames(row.file, b.run(convert, row.file, "-coalesce", "-depth", "8", "rgba:-"), size, 3)
	}
	// Half clear frames, which ImageMagick blends twice, are as they were before they were written.
	source := b.run(convert, append(half, "-depth", "8", "rgba:-")...)
	b.run(img2webp, strings.Fields("-lossless -d 70 "+strings.Join(half, " ")+" -o half.webp")...)
	b.run(ffmpeg, strings.Fields("-v error -y -framerate 10 -i half%d.png half.apng")...)
	b.sameFrames("half.webp", source, size, 1)
	b.sameFrames("half.apng",
		b.run(ffmpeg, strings.Fields("-v error -i half.apng -f rawvideo -pix_fmt rgba -")...), size, 0)
}

// moving writes six pictures in which a square moves, which is half clear or not, and returns
// their names.
func (b bench) moving(name string, size image.Point, half bool) (names []string) {
	for i := range 6 {
		m := drawn("art", size)
		ink := color.NRGBA{byte(40 * i), 128, 255, 255}
		if half {
			ink.A = byte(255 - 50*(i%2))
		}
		for k := range 25 {
			m.SetNRGBA(4*i+k%5, 2*i+k/5, ink)
		}
		names = append(names, fmt.Sprintf("%s%d.png", name, i))
		b.write(names[i], m)
	}
	return names
}

// sameFrames compares all frames of a file with those of another decoder, one after the other.
func (b bench) sameFrames(file string, want []byte, size image.Point, most int) {
	b.t.Helper()
	ic, err := Decode(b.read(file))
	if each := 4 * size.X * size.Y; err != nil || len(want) != len(ic.Frames)*each {
		b.t.Errorf("%s: %v, %d bytes of frames", file, err, len(want))
		return
	}
	for i, f := range ic.Frames {
		if off, _ := differ(f.Image, premultiplied(want[i*4*size.X*size.Y:][:4*size.X*size.Y])); off > most {
			b.t.Errorf("%s: frame %d is off by %d", file, i, off)
		}
	}
}
