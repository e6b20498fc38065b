// SPDX-License-Identifier: Apache-2.0

package update_test

import (
	"fmt"
	"strings"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/update"
)

// Nothing of a manifest is read before its signature is right.
func ExampleTrust_Verify() {
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	text := `{"version": "1.2.0", "counter": 17, "expires": "2027-01-31T00:00:00Z", "files": [
		{"name": "ledpost_1.2.0_arm64.deb", "arch": "arm64", "size": 5,
		 "sha256": "99a7026172d42714d0293e5598ec1c8e8260d7d0c4b8582ad002c1883494e216"}]}`
	signature := minisign.Sign(secret, []byte(text))

	trust := update.Trust{Keys: []minisign.PublicKey{public}}
	m, err := trust.Verify([]byte(text), signature)
	fmt.Println(m.Version, err)
	_, err = trust.Verify([]byte(strings.Replace(text, "17", "99", 1)), signature)
	fmt.Println(err)
	fmt.Println(m.Fresh(update.Seen{Counter: 18, Now: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), Plausible: true}))
	// Output:
	// 1.2.0 <nil>
	// update: the manifest is not signed by a key that this device trusts
	// update: this device has already seen a newer manifest (17, seen 18)
}
