// SPDX-License-Identifier: Apache-2.0

// Package gokrazy pins what the flashable image is made of: the versions in this
// module's go.mod are those in the image. deploy/image makes it, and
// docs/image.md describes it.
package gokrazy

import (
	_ "github.com/gokrazy/firmware"   // the boot loader
	_ "github.com/gokrazy/gokrazy"    // what starts the programs
	_ "github.com/gokrazy/kernel.rpi" // the kernel of Raspberry Pi
)
