package decode

import (
	"io"

	"github.com/gopxl/beep/v2"
	"github.com/gopxl/beep/v2/flac"
)

// flacStream is beep's decoder, which takes a tag after the last sample for
// damage.
type flacStream struct {
	beep.StreamSeekCloser
	format beep.Format
	played int
}

func newFLAC(r io.Reader) (Stream, error) {
	s, format, err := flac.Decode(onlyReader{r})
	if err != nil {
		return nil, err
	}
	return &flacStream{StreamSeekCloser: s, format: format}, nil
}

func (f *flacStream) Format() beep.Format { return f.format }

func (f *flacStream) Stream(samples [][2]float64) (int, bool) {
	if whole := f.Len(); whole > 0 {
		left := whole - f.played
		if left <= 0 {
			return 0, false
		}
		samples = samples[:min(len(samples), left)]
	}
	n, ok := f.StreamSeekCloser.Stream(samples)
	f.played += n
	return n, ok
}

func (f *flacStream) Err() error {
	if whole := f.Len(); whole > 0 && f.played >= whole {
		return nil
	}
	return f.StreamSeekCloser.Err()
}

// onlyReader hides that r can do more: a decoder that finds a Seeker would look
// at the end first, which a download does not have yet.
type onlyReader struct{ io.Reader }
