// SPDX-License-Identifier: Apache-2.0

package config_test

import (
	"fmt"

	"github.com/ledpost/ledpost/config"
)

// Every mistake is reported with its line and its key, all of them at once.
func ExampleParse() {
	cfg, err := config.Parse([]byte("[panel]\ndriver = \"max7219\"\nmodules = 5\n"), ".")
	fmt.Println(cfg.Panel.Driver(), err)

	_, err = config.Parse([]byte("[panel]\ndriver = \"max7219\"\nmodules = 500\n[audio]\nvolum = 3\n"), ".")
	fmt.Println(err)
	// Output:
	// max7219 <nil>
	// config: line 3: panel.modules: max7219: 500 modules, want 1 to 128
	// line 5: unknown key audio.volum
}
