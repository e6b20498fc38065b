// SPDX-License-Identifier: Apache-2.0

// Package install is the root side of updates: it installs what the signed
// manifest of a channel names, watches the new version for a minute, and goes
// back to the version before if that is not healthy. It runs as root, in
// "ledpost updater …", which the units in deploy/systemd start.
//
// The version that worked does all of it; the one on trial only has to run. Before an
// update, [Helper.Keep] copies the installed program, with what belongs to it, into a
// folder of root's, and it is this copy that judges and restores. A mark on the disk
// says how far the update is. It is written when all copies are on the disk, and
// removed when all is over; every step can be repeated, so that [Helper.Boot] goes on
// wherever a power cut has ended the last one.
//
// The steps, each a file: verify the manifest, download the package or let apt do it,
// keep the version before, install by dpkg or into a slot, try the new version, judge
// it, and in the end accept it or roll back, where the data is restored before the
// program. A disk is what they all change, and the mark says which of them a power cut
// has interrupted.
//
// Between versions these must not change: the folder's layout as far as
// "previous/ledpost updater begin|judge|boot|rollback" in units and maintainer
// scripts is concerned, and the name of the mark (docs/adr/0021).
package install
