// Package update says what a release of this program consists of and whether a
// device may trust it: a manifest that names every file with its hash, signed
// with minisign (https://jedisct1.github.io/minisign/). It only reads and
// checks; it does not fetch or install anything.
package update
