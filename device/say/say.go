// SPDX-License-Identifier: Apache-2.0

// Package say has the words of the device itself on its panel; apps have their own. They tell
// how it is set up, and ask the person in front of it. Any goroutine may use it.
package say

import "github.com/ledpost/ledpost/words"

// Words are the sentences of one language: section device of package words. A %s stands for a
// name, an address or a reason.
type Words struct {
	NoNetwork      string // the device by its name has none yet
	PlugIn         string // how it gets one
	PlugInOrHold   string // the same with a button
	Scan           string // beside a code for phones
	WiFi           string // the name of an access point
	Failed         string // why Wi-Fi was not joined
	Password       string // of the access point
	SetupStarts    string
	NoSetup        string
	Bluetooth      string
	Joining        string // a network
	WrongPassword  string // of a network
	NotFound       string
	NoAddress      string
	Turned         string // the network refused the device
	NoneKnown      string
	AllowBluetooth string // a question
	Allowed        string
	Refused        string
	NobodyPressed  string
	KeepPanel      string // a question about a panel on trial
	Kept           string
	OnThePage      string // the page has answered
	PanelReturns   string
	WantsKey       string // a question; the address of the client comes first
	WantsAll       string // the same for a key that may do everything
	OK             string
	Denied         string
	TooLate        string
	Hello          string // to who has claimed the device
	Claimed        string // by the address of a browser
}

// In returns the words of a language by its code in package region: English for a code that is unknown.
func In(code string) *Words { return in(code) }

var in = words.Once(func(code string) *Words {
	w := new(Words)
	words.Read(code, "device", w)
	return w
})
