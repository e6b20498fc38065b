// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"encoding/xml"
	"net/http"
	"unicode/utf8"
)

// Manufacturer and model in the description. Clients look for these words
// (docs/decisions.md 8): openHAB wants LAMETRIC in the manufacturer and
// LAMETRIC TIME in the model name.
const (
	compatible   = "LaMetric Time compatible"
	manufacturer = "ledpost, " + compatible
	home         = "https://github.com/ledpost/ledpost"
)

type description struct {
	XMLName xml.Name `xml:"urn:schemas-upnp-org:device-1-0 root"`
	Version struct {
		Major int `xml:"major"`
		Minor int `xml:"minor"`
	} `xml:"specVersion"`
	URLBase string            `xml:"URLBase"`
	Device  descriptionDevice `xml:"device"`
}

type descriptionDevice struct {
	DeviceType       string `xml:"deviceType"`
	FriendlyName     string `xml:"friendlyName"`
	Manufacturer     string `xml:"manufacturer"`
	ManufacturerURL  string `xml:"manufacturerURL"`
	ModelDescription string `xml:"modelDescription"`
	ModelName        string `xml:"modelName"`
	ModelNumber      string `xml:"modelNumber"`
	ModelURL         string `xml:"modelURL"`
	SerialNumber     string `xml:"serialNumber"`
	ServerID         string `xml:"serverId"`
	UDN              string `xml:"UDN"`
	Presentation     string `xml:"presentationURL"`
}

// Describe returns the XML description with the elements of docs/api.md,
// Discovery. base is the URL that the client used, without a path.
func Describe(d Device, base string) ([]byte, error) {
	x := description{URLBase: base, Device: descriptionDevice{
		DeviceType:       DeviceType,
		FriendlyName:     friendly(d.Name),
		Manufacturer:     manufacturer,
		ManufacturerURL:  home,
		ModelDescription: "An LED matrix that shows notifications",
		ModelName:        compatible,
		ModelNumber:      "sa8",
		ModelURL:         home,
		SerialNumber:     d.Serial,
		ServerID:         d.ID,
		UDN:              "uuid:" + d.UUID,
		Presentation:     "/",
	}}
	x.Version.Major, x.Version.Minor = 1, 1
	out, err := xml.MarshalIndent(x, "", "  ")
	return append([]byte(xml.Header), append(out, '\n')...), err
}

// friendly shortens the name to fewer than the 64 characters of UDA 1.1, 2.3.
func friendly(name string) string {
	const suffix = " (" + compatible + ")"
	// By whole characters: half of one would make the XML invalid.
	for utf8.RuneCountInString(name) > 63-len(suffix) {
		_, n := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-n]
	}
	return name + suffix
}

// Handler serves the description of the device, which of returns. It needs no key.
func Handler(of func() Device) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme := "http://"
		if r.TLS != nil {
			scheme = "https://"
		}
		out, err := Describe(of(), scheme+r.Host)
		if err != nil {
			http.Error(w, "no description", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", `text/xml; charset="utf-8"`)
		w.Write(out)
	})
}
