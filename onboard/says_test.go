package onboard

import (
	"fmt"
	"math/rand/v2"
	"testing"

	qrcode "github.com/skip2/go-qrcode"

	"github.com/ledpost/ledpost/onboard/nm"
)

// TestCodeFits: whatever the password and the letters of the serial number are, the code
// for phones is of version 2, the largest that a panel of 32 rows can show with a margin.
func TestCodeFits(t *testing.T) {
	const serial = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	letter := func() byte { return serial[rand.IntN(len(serial))] }
	for range 2000 {
		own := nm.Credentials{SSID: fmt.Sprintf("LED-%c%c%c", letter(), letter(), letter()), Password: password()}
		page := openPages(own, "")[0]
		code, err := qrcode.New(page.Code, qrcode.Low)
		if err != nil {
			t.Fatal(err)
		}
		if code.VersionNumber > 2 {
			t.Fatalf("%s is of version %d", page.Code, code.VersionNumber)
		}
	}
}
