// SPDX-License-Identifier: Apache-2.0

// Package update says what a release of this program consists of and whether a
// device may trust it: a manifest that names every file with its hash, signed
// with minisign (https://jedisct1.github.io/minisign/). It only reads and
// checks; it does not fetch or install anything.
//
// It also has the two files by which the daemon and the root helper, which
// installs, speak with each other: the daemon, which has no privileges, writes a
// [Request] into its own directory, and the helper a [State] into [StateDir].
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package update
