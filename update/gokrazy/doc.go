// SPDX-License-Identifier: Apache-2.0

// Package gokrazy is the root side of updates in the flashable image (docs/image.md):
// it replaces the root file system as a whole. gokrazy keeps two of them and has
// endpoints that write the unused one and try it once at the next start; they take
// what they are given. This package stands before them: what it gives them is what the
// signed manifest names, and a root that was tried stays only if ledpost ran well in
// it for a minute.
//
// Whatever ends a trial early, also a power cut, the next start is from the root
// before. Kernel and boot loader are not replaced.
package gokrazy
