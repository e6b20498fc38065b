// SPDX-License-Identifier: Apache-2.0

// Package scans counts how often a JPEG file goes over its picture, which its headers do not
// say. A progressive one may do so thousands of times, in 13 bytes each, and each time costs
// the decoder as much as a whole picture.
package scans

import "bytes"

// Most is how many scans a picture may have. Encoders write one for each colour in a plain file,
// and ten in a progressive one (libjpeg, jpeg_simple_progression).
const Most = 20

// In returns how many scans a JPEG file has at most. It counts their markers (ITU-T T.81, B.1.1.3)
// wherever they are: the data of a scan have none, but those of a thumbnail have. Any goroutine
// may call it.
func In(file []byte) int { return bytes.Count(file, []byte{0xFF, 0xDA}) }
