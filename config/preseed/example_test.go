// SPDX-License-Identifier: Apache-2.0

package preseed_test

import (
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/config/preseed"
)

// The file that Raspberry Pi Imager writes; users and ssh do not concern a device.
func ExampleRead() {
	settings, err := preseed.Read(strings.NewReader(`
		config_version = "1.0"
		[system]
		hostname = "kitchen"
		[user]
		name = "pi"
		[locale]
		timezone = "Europe/Berlin"
		[wlan]
		ssid = "my network"
		password = "my passphrase"
	`))
	fmt.Println(settings.Hostname, settings.Timezone, settings.Network.SSID, err)
	// Output: kitchen Europe/Berlin my network <nil>
}
