package ssdp

import (
	"fmt"
	"net/netip"
	"strings"
	"time"
)

const (
	// DeviceType is what the clients of the original device search for
	// (docs/decisions.md 8).
	DeviceType = "urn:schemas-upnp-org:device:LaMetric:1"
	// Path is where the description is served.
	Path = "/device_description.xml"

	rootDevice = "upnp:rootdevice"
	group      = "239.255.255.250:1900" // UPnP Device Architecture 1.1, 1.1 SSDP message format
	maxAge     = 30 * time.Minute       // the least that UDA 1.1, 1.2.2 recommends, and what the original says
	configID   = 1                      // of the description's form; no client has seen another
)

// Device is what is announced.
type Device struct {
	ID, Serial, Name string
	UUID             string // 8-4-4-4-12 hex digits
	Version          string // of the program
	Port             int    // of the HTTP server that serves Path

	Interfaces []string // names of those to announce and answer on; none = all
}

// target is one of the names that a device is found by: NT and USN of UDA 1.1,
// table 1-1.
type target struct{ nt, usn string }

func (d Device) targets() []target {
	uuid := "uuid:" + d.UUID
	return []target{
		{rootDevice, uuid + "::" + rootDevice},
		{uuid, uuid},
		{DeviceType, uuid + "::" + DeviceType},
	}
}

// matching gives the targets that a search for st asks for.
func (d Device) matching(st string) []target {
	all := d.targets()
	if st == "ssdp:all" {
		return all
	}
	for i, t := range all {
		if st == t.nt || i == 1 && strings.EqualFold(st, t.nt) { // a UUID in any case
			return all[i : i+1]
		}
	}
	return nil
}

// message is what all messages of one moment share.
type message struct {
	dev      Device
	boot     int
	location netip.Addr
	now      time.Time
}

// reply answers a search (UDA 1.1, 1.3.3).
func (m message) reply(t target) []byte {
	return fmt.Appendf(nil, "HTTP/1.1 200 OK\r\n%sDATE: %s\r\nEXT:\r\nST: %s\r\n%s\r\n",
		m.where(), m.now.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"), t.nt, m.who(t))
}

// alive announces the device (UDA 1.1, 1.2.2).
func (m message) alive(t target) []byte {
	return fmt.Appendf(nil, "NOTIFY * HTTP/1.1\r\nHOST: %s\r\n%sNT: %s\r\nNTS: ssdp:alive\r\n%s\r\n",
		group, m.where(), t.nt, m.who(t))
}

// byebye says that the device goes (UDA 1.1, 1.2.3).
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
