// SPDX-License-Identifier: Apache-2.0

package main

// A Meta is about the Imager itself.
type Meta struct {
	Devices []Device `json:"devices"`
}

// A Device is a choice of the Imager's first page. Entries whose devices have
// none of its tags are then left out.
type Device struct {
	Name        string   `json:"name"`
	Tags        []string `json:"tags"`
	Icon        string   `json:"icon"`
	Description string   `json:"description"`
	Matching    string   `json:"matching_type"` // inclusive: also entries without devices
	Default     bool     `json:"default"`
}

// onlyPi3 is a tag that the Zero 2 W does not have; of Raspberry Pi's own, it has all of
// the Pi 3's.
const onlyPi3 = "pi3-ledpost"

// devices are the devices of Raspberry Pi's own list, which the Imager does not load
// when it was started with ours: without any, its first page is blank and leads
// nowhere (the form of src/test/qml/fixtures/os_list.json in
// raspberrypi/rpi-imager, 2.0.11).
func devices() []Device {
	device := func(name, says string, tags ...string) Device {
		return Device{Name: name, Tags: tags, Description: says, Matching: "inclusive"}
	}
	return []Device{
		device("Raspberry Pi 5", "Raspberry Pi 5, 500 and Compute Module 5", "pi5-64bit", "pi5-32bit"),
		device("Raspberry Pi 4", "Raspberry Pi 4, 400 and Compute Module 4", "pi4-64bit", "pi4-32bit"),
		device("Raspberry Pi 3", "Raspberry Pi 3 A+, B, B+ and Compute Module 3", "pi3-64bit", "pi3-32bit", onlyPi3),
		device("Raspberry Pi Zero 2 W", "Raspberry Pi Zero 2 W", "pi3-64bit", "pi3-32bit"),
		device("Raspberry Pi 2", "Raspberry Pi 2 B", "pi2-32bit"),
		device("Raspberry Pi Zero", "Raspberry Pi Zero, Zero W and Zero WH", "pi1-32bit"),
		device("Raspberry Pi 1", "Raspberry Pi 1 and Compute Module 1", "pi1-32bit"),
	}
}
