// SPDX-License-Identifier: Apache-2.0

package onboard

import (
	"testing"

	qrcode "github.com/skip2/go-qrcode"

	"github.com/ledpost/ledpost/device/say"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/onboard/nm"
)

// TestCodeFits: whatever the password and the letters of the serial number are, the code
// for phones is of version 2, the largest that a panel of 32 rows can show with a margin.
func TestCodeFits(t *testing.T) {
	// How a code is packed depends on what is a letter and what a digit.
	for _, end := range []string{"XXX", "XX7", "X7X", "X77", "7XX", "7X7", "77X", "777"} {
		own := nm.Credentials{SSID: "LED-" + end, Password: NewPassword()}
		page := openPages(say.In("en"), own, nil)[0]
		code := must.Get(qrcode.New(page.Code, qrcode.Low))(t)
		if code.VersionNumber > 2 {
			t.Fatalf("%s is of version %d", page.Code, code.VersionNumber)
		}
	}
}
