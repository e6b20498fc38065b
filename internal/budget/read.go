// SPDX-License-Identifier: Apache-2.0

package budget

import "io"

// step is by how many bytes a share grows while something is read.
const step = 4 << 10

// Reader returns a reader of r that takes each byte before it is read, copies times: as it
// comes, and for what is made of it. A Read may return ErrSpent.
func (s *Share) Reader(r io.Reader, copies int64) io.Reader { return &reader{r, s, copies, 0} }

type reader struct {
	from   io.Reader
	share  *Share
	copies int64
	left   int64 // bytes that are taken and not read yet
}

// Read implements [io.Reader].
func (r *reader) Read(p []byte) (int, error) {
	if r.left == 0 {
		if err := r.share.Take(step * r.copies); err != nil {
			return 0, err
		}
		r.left = step
	}
	n, err := r.from.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	return n, err
}
