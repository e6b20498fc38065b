// SPDX-License-Identifier: Apache-2.0

package door

// Holder says whose place a connection takes. The zero value has shown no key.
type Holder struct {
	Rank Rank
	Name string // of the key; "" = the device's own
}

// Rank orders holders: a lower rank makes way first.
type Rank int

const (
	Keyless Rank = iota // no key
	Guest               // a key of a scope other than all
	Owner               // the device's own key, and keys of scope all
)
