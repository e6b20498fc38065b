// SPDX-License-Identifier: Apache-2.0

// Package remote drives panels over the network: any receiver of DDP, such as WLED or
// another ledpost, the Pixoo 64 and clocks with AWTRIX.
//
// Draw packs a picture and returns; a goroutine of each panel sends the newest one
// no faster than the panel bears. Nothing is sent to an address of this machine.
//
// # Protocols
//
// DDP, Distributed Display Protocol: http://www.3waylabs.com/ddp/
//
// Pixoo 64, Divoom's HTTP interface: http://doc.divoom-gz.com/web/#/12
//
// AWTRIX 3, its HTTP interface: https://blueforcer.github.io/awtrix3/#/api
package remote

import "errors"

// ErrSelf is the error of a host that is this machine: its picture would come back.
var ErrSelf = errors.New("is this device itself: its picture would come back")

// ErrAll is the error of a host that is the address of all machines of a network, which
// would all show the picture.
var ErrAll = errors.New("is the address of a whole network, and no panel's")
