// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"fmt"
	"net/netip"
	"strings"
	"time"
)

const (
	// DeviceType is the type that clients of the original device search for
	// (docs/decisions.md 8).
	DeviceType = "urn:schemas-upnp-org:device:LaMetric:1"
	// Path is where the description is served.
	Path = "/device_description.xml"

	rootDevice = "upnp:rootdevice"
	group      = "239.255.255.250:1900" // UPnP Device Architecture 1.1, 1.1 SSDP message format
	maxAge     = 30 * time.Minute       // the least that UDA 1.1, 1.2.2 recommends, and the original's value
	configID   = 1                      // number of the description's form; there has been only one
)

// Device is the device that is announced.
type Device struct {
	ID, Serial, Name string
	UUID             string // 8-4-4-4-12 hex digits
	Version          string // of the program
	Port             int    // of the HTTP server that serves Path

	Interfaces []string // names of the interfaces to use; none = all
}

// target is one of the names under which the device can be found: NT and USN of
// UDA 1.1, table 1-1.
type target struct{ nt, usn string }

func (d Device) targets() []target {
	uuid := "uuid:" + d.UUID
	return []target{
		{rootDevice, uuid + "::" + rootDevice},
		{uuid, uuid},
		{DeviceType, uuid + "::" + DeviceType},
	}
}

// matching returns the targets that a search for st asks for.
func (d Device) matching(st string) []target {
	all := d.targets()
	if st == "ssdp:all" {
		return all
	}
	for i, t := range all {
		if st == t.nt || i == 1 && strings.EqualFold(st, t.nt) { // a UUID matches in either case
			return all[i : i+1]
		}
	}
	return nil
}

// message holds what all messages of one moment have in common.
type message struct {
	dev      Device
	boot     int
	location netip.Addr
	now      time.Time
}

// reply returns the answer to a search (UDA 1.1, 1.3.3).
func (m message) reply(t target) []byte {
	return fmt.Appendf(nil, "HTTP/1.1 200 OK\r\n%sDATE: %s\r\nEXT:\r\nST: %s\r\n%s\r\n",
		m.where(), m.now.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"), t.nt, m.who(t))
}

// alive returns the announcement of a target (UDA 1.1, 1.2.2).
func (m message) alive(t target) []byte {
	return fmt.Appendf(nil, "NOTIFY * HTTP/1.1\r\nHOST: %s\r\n%sNT: %s\r\nNTS: ssdp:alive\r\n%s\r\n",
		group, m.where(), t.nt, m.who(t))
}

// byebye returns the message that the device is leaving (UDA 1.1, 1.2.3).
func (m message) byebye(t target) []byte {
	return fmt.Appendf(nil, "NOTIFY * HTTP/1.1\r\nHOST: %s\r\nNT: %s\r\nNTS: ssdp:byebye\r\n%s\r\n",
		group, t.nt, m.who(t))
}

func (m message) where() string {
	return fmt.Sprintf("CACHE-CONTROL: max-age=%d\r\nLOCATION: http://%s%s\r\nSERVER: Linux UPnP/1.1 ledpost/%s\r\n",
		int(maxAge.Seconds()), netip.AddrPortFrom(m.location, uint16(m.dev.Port)), Path, m.dev.Version)
}

func (m message) who(t target) string {
	return fmt.Sprintf("USN: %s\r\nBOOTID.UPNP.ORG: %d\r\nCONFIGID.UPNP.ORG: %d\r\n", t.usn, m.boot, configID)
}
