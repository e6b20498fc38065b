// SPDX-License-Identifier: Apache-2.0

package api

import (
	"image"
)

// streamer is a receiver of which only the session is real.
type streamer struct{ open bool }

func (*streamer) Port() int         { return 9999 }
func (*streamer) Size() image.Point { return image.Pt(37, 8) }
func (s *streamer) Begin() string   { s.open = true; return "a2891aa891ab4f8e8a1a16eb319b00f3" }
func (s *streamer) End()            { s.open = false }
func (s *streamer) Receiving() bool { return s.open }
