// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"bytes"
	"encoding/xml"
	"flag"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

var update = flag.Bool("update", false, "write the golden files")

var dev = Device{
	ID: "4711", Serial: "SA0123456789", Name: "Kitchen & hall",
	UUID:    "0a1b2c3d-0000-4000-8000-0123456789ab",
	Version: "1.2.3", Port: 8080,
}

func testMessage() message {
	return message{dev, 7, netip.MustParseAddr("192.0.2.7"), time.Date(2026, 2, 3, 4, 5, 6, 0, time.FixedZone("", 3600))}
}

func TestReplyBytes(t *testing.T) {
	want := strings.ReplaceAll(`HTTP/1.1 200 OK
CACHE-CONTROL: max-age=1800
LOCATION: http://192.0.2.7:8080/device_description.xml
SERVER: Linux UPnP/1.1 ledpost/1.2.3
DATE: Tue, 03 Feb 2026 03:05:06 GMT
EXT:
ST: urn:schemas-upnp-org:device:LaMetric:1
USN: uuid:0a1b2c3d-0000-4000-8000-0123456789ab::urn:schemas-upnp-org:device:LaMetric:1
BOOTID.UPNP.ORG: 7
CONFIGID.UPNP.ORG: 1

`, "\n", "\r\n")
	if got := string(testMessage().reply(dev.targets()[2])); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNotifyBytes(t *testing.T) {
	alive := strings.ReplaceAll(`NOTIFY * HTTP/1.1
HOST: 239.255.255.250:1900
CACHE-CONTROL: max-age=1800
LOCATION: http://192.0.2.7:8080/device_description.xml
SERVER: Linux UPnP/1.1 ledpost/1.2.3
NT: upnp:rootdevice
NTS: ssdp:alive
USN: uuid:0a1b2c3d-0000-4000-8000-0123456789ab::upnp:rootdevice
BOOTID.UPNP.ORG: 7
CONFIGID.UPNP.ORG: 1

`, "\n", "\r\n")
	byebye := strings.ReplaceAll(`NOTIFY * HTTP/1.1
HOST: 239.255.255.250:1900
NT: uuid:0a1b2c3d-0000-4000-8000-0123456789ab
NTS: ssdp:byebye
USN: uuid:0a1b2c3d-0000-4000-8000-0123456789ab
BOOTID.UPNP.ORG: 7
CONFIGID.UPNP.ORG: 1

`, "\n", "\r\n")
	m := testMessage()
	if got := string(m.alive(dev.targets()[0])); got != alive {
		t.Errorf("alive: got\n%s\nwant\n%s", got, alive)
	}
	if got := string(m.byebye(dev.targets()[1])); got != byebye {
		t.Errorf("byebye: got\n%s\nwant\n%s", got, byebye)
	}
}

func TestMatching(t *testing.T) {
	for _, c := range []struct {
		name, st string
		want     []string
	}{
		{"everything: three answers", "ssdp:all", []string{rootDevice, "uuid:" + dev.UUID, DeviceType}},
		{"root device", "upnp:rootdevice", []string{rootDevice}},
		{"our id", "uuid:" + dev.UUID, []string{"uuid:" + dev.UUID}},
		{"our id in capitals", "uuid:" + strings.ToUpper(dev.UUID), []string{"uuid:" + dev.UUID}},
		{"our type", DeviceType, []string{DeviceType}},
		{"another version of the type", "urn:schemas-upnp-org:device:LaMetric:2", nil},
		{"another id", "uuid:0a1b2c3d-0000-4000-8000-000000000000", nil},
		{"another type", "urn:schemas-upnp-org:device:MediaRenderer:1", nil},
		{"nothing", "", nil},
	} {
		var got []string
		for _, m := range dev.matching(c.st) {
			got = append(got, m.nt)
		}
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDescription(t *testing.T) {
	w := httptest.NewRecorder()
	Handler(func() Device {
		return dev
	}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://192.0.2.7:8080"+Path, nil))
	const golden = "testdata/description.xml"
	if *update {
		os.WriteFile(golden, w.Body.Bytes(), 0o666)
	}
	want := must.Get(os.ReadFile(golden))(t)
	if !bytes.Equal(w.Body.Bytes(), want) {
		t.Errorf("got\n%s\nwant\n%s", w.Body, want)
	}
	var x struct {
		XMLName xml.Name `xml:"urn:schemas-upnp-org:device-1-0 root"`
		Name    string   `xml:"device>friendlyName"`
	}
	must.Do(t, xml.Unmarshal(w.Body.Bytes(), &x))
	if x.Name != "Kitchen & hall (LaMetric Time compatible)" {
		t.Errorf("friendly name %q", x.Name)
	}
}

func TestFriendlyNameIsShort(t *testing.T) {
	got := friendly(strings.Repeat("ü", 200))
	if n := utf8.RuneCountInString(got); n > 63 || !utf8.ValidString(got) || !strings.HasSuffix(got, compatible+")") {
		t.Errorf("%d characters: %q", n, got)
	}
}

func TestParseSearch(t *testing.T) {
	rows := []struct {
		name, datagram, st, mx string
		ok                     bool
	}{
		{"as it should be", "M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\nMX: 3\r\n" +
			"ST: ssdp:all\r\n\r\n", "ssdp:all", "3", true},
		{"without the empty line", "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\nST: upnp:rootdevice\r\n",
			"upnp:rootdevice", "", true},
		{"without quotes", "M-SEARCH * HTTP/1.1\r\nMAN: ssdp:discover\r\nST: x\r\n\r\n", "x", "", true},
		{"an announcement", "NOTIFY * HTTP/1.1\r\nNTS: ssdp:alive\r\nST: x\r\n\r\n", "", "", false},
		{"without a target", "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\n\r\n", "", "", false},
		{"something else to do", "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:other\"\r\nST: x\r\n\r\n", "", "", false},
		{"too long", "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\nST: " + strings.Repeat("x", 2048) + "\r\n\r\n",
			"", "", false},
		{"noise", "\x00\x01", "", "", false},
		{"nothing", "", "", "", false},
	}
	for _, row := range rows {
		if st, mx, ok := parseSearch([]byte(row.datagram)); st != row.st || mx != row.mx || ok != row.ok {
			t.Errorf("%s: %q, %q, %v", row.name, st, mx, ok)
		}
	}
}

func FuzzSearch(f *testing.F) {
	f.Add([]byte("M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\nMX: 3\r\nST: ssdp:all\r\n\r\n"))
	f.Add([]byte("M-SEARCH "))
	f.Fuzz(func(t *testing.T, datagram []byte) {
		memtest.AtMost(t, 64<<10+256*len(datagram), func() {
			if st, _, ok := parseSearch(datagram); ok && st == "" {
				t.Error("a search for nothing")
			}
		})
	})
}
