// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"strings"

	"github.com/ledpost/ledpost/config"
)

// At returns a device that runs elsewhere: this program's, the original, or another with
// that API. Nothing is changed there but what the test asks for. Its pictures are the
// pictures of its page (/live/frames), as bright as the device says it is
// (brightness_now): a test that wants to be exact sets a manual brightness first, since
// a brightness that follows the light may change meanwhile. The original has no such
// frames: read its pictures with [Capture] or [Photo].
func At(t T, url, key string) *Device {
	t.Helper()
	d := &Device{t: t, client: newClient(), cfg: config.Default(), url: strings.TrimSuffix(url, "/"), key: key}
	f := &frames{device: d}
	d.source = f
	t.Cleanup(func() {
		f.close()
		d.client.CloseIdleConnections()
	})
	return d
}
