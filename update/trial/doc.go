// SPDX-License-Identifier: Apache-2.0

// Package trial says what can be seen of a new version from outside, and what follows
// from it. An [Observation] is what a look at the daemon and its machine shows; a [Trial]
// judges a version by them. The rules know neither the clock nor the disk: whoever
// looks also says when.
package trial
