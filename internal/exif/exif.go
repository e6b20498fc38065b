// SPDX-License-Identifier: Apache-2.0

// Package exif turns photographs upright: cameras write the picture as the sensor has it, and how the
// camera was held into EXIF data.
package exif

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
)

// How a camera was held, as EXIF numbers it (CIPA DC-008, 4.6.5, "Orientation"): which sides
// of the scene the first row and the first column of the file are.
const (
	upright   = 1 // top, left
	mirrored  = 2 // top, right
	half      = 3 // bottom, right
	upended   = 4 // bottom, left
	swapped   = 5 // left, top
	quarter   = 6 // right, top: to be turned clockwise
	crossed   = 7 // right, bottom
	backwards = 8 // left, bottom: to be turned the other way
)

// Orientation returns how the camera that wrote a JPEG or PNG file was held, as EXIF numbers it: 1 is
// upright, as where the file does not say so, or not in a way that can be read.
func Orientation(file []byte) int {
	if bytes.HasPrefix(file, []byte("\x89PNG")) {
		return orientationOf(chunk(file))
	}
	return orientationOf(segment(file))
}

// segment returns the EXIF data of a JPEG file; nil if there are none before the picture.
func segment(file []byte) []byte {
	const fill, app1, scan = 0xFF, 0xE1, 0xDA
	for at := 2; at+4 <= len(file) && file[at] == 0xFF && file[at+1] != scan; {
		if file[at+1] == fill { // any number of these may stand before a marker (ITU-T T.81, B.1.1.2)
			at++
			continue
		}
		end := at + 2 + int(binary.BigEndian.Uint16(file[at+2:]))
		if end < at+4 || end > len(file) {
			return nil
		}
		if tiff, ok := bytes.CutPrefix(file[at+4:end], []byte("Exif\x00\x00")); ok && file[at+1] == app1 {
			return tiff
		}
		at = end
	}
	return nil
}

// chunk returns the EXIF data of a PNG file; nil if there are none.
func chunk(file []byte) []byte {
	const head, check = 8, 4 // length and name; what follows the data
	for at := 8; at+head <= len(file); {
		n := int64(binary.BigEndian.Uint32(file[at:]))
		if n > int64(len(file)-at-head-check) {
			return nil
		}
		if string(file[at+4:at+head]) == "eXIf" {
			return file[at+head : at+head+int(n)]
		}
		at += head + int(n) + check
	}
	return nil
}

// orientationOf reads EXIF data, which are a TIFF file without a picture.
func orientationOf(tiff []byte) int {
	if len(tiff) < 8 {
		return upright
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	const tag, short, size = 0x0112, 3, 12 // of the entry; its type; the length of each
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return upright
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < size {
			return upright
		}
		if order.Uint16(entries) == tag && order.Uint16(entries[2:]) == short {
			return int(order.Uint16(entries[8:]))
		}
		entries = entries[size:]
	}
	return upright
}

// turned is a picture as it is seen when the camera was held some way.
type turned struct {
	image.RGBA64Image
	how int
}

// Size returns the size of a picture as it is seen, of its size in the file.
func Size(size image.Point, how int) image.Point {
	if how >= swapped && how <= backwards {
		return image.Pt(size.Y, size.X)
	}
	return size
}

// Stand returns m as it is seen. A number that EXIF does not have counts as upright. It shares the pixels of m.
func Stand(m image.Image, how int) image.Image {
	deep, ok := m.(image.RGBA64Image) // the pictures of Go's decoders are
	if !ok || how <= upright || how > backwards {
		return m
	}
	return turned{deep, how}
}

// Bounds implements image.Image.
func (t turned) Bounds() image.Rectangle {
	return image.Rectangle{Max: Size(t.RGBA64Image.Bounds().Size(), t.how)}
}

// At implements image.Image.
func (t turned) At(x, y int) color.Color { return t.RGBA64At(x, y) }

// RGBA64At implements image.RGBA64Image.
func (t turned) RGBA64At(x, y int) color.RGBA64 {
	b := t.RGBA64Image.Bounds()
	far := b.Size().Sub(image.Pt(1, 1))
	if t.how >= swapped {
		x, y = y, x
	}
	switch t.how {
	case mirrored, half, crossed, backwards:
		x = far.X - x
	}
	switch t.how {
	case half, upended, quarter, crossed:
		y = far.Y - y
	}
	return t.RGBA64Image.RGBA64At(b.Min.X+x, b.Min.Y+y)
}

// ColorModel implements image.Image.
func (t turned) ColorModel() color.Model { return color.RGBA64Model }
