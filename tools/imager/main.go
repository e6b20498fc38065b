// SPDX-License-Identifier: Apache-2.0

// Imager writes the list that Raspberry Pi Imager shows when somebody opens our
// link: the image of this release, which the Imager gives the settings of its
// dialogue, and Raspberry Pi's own list for every other board. The form is
// doc/json-schema/os-list-schema.json of raspberrypi/rpi-imager.
//
// It reads an image that is compressed with xz, of which it needs the sizes and
// sums, and names it by the address that it will be fetched from.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// theirs is the list that the Imager shows by itself. It is linked, not copied:
// copies of its sums would be wrong after a month.
const theirs = "https://downloads.raspberrypi.com/os_list_imagingutility_v4.json"

// site is where our pages and our repository are.
const site = "https://ledpost.github.io/ledpost/"

func main() {
	url := flag.String("url", "", "address that IMAGE.xz is fetched from")
	epoch := flag.Int64("epoch", 0, "time of the release, in seconds since 1970")
	zero := flag.Bool("zero2w", false, "the image has the firmware of the Zero 2 W's Wi-Fi")
	flag.Parse()
	if flag.NArg() != 1 || *url == "" {
		fmt.Fprintln(os.Stderr, "usage: imager -url URL -epoch TIME IMAGE.img.xz")
		os.Exit(2)
	}
	if err := run(os.Stdout, flag.Arg(0), *url, time.Unix(*epoch, 0), *zero); err != nil {
		fmt.Fprintln(os.Stderr, "imager:", err)
		os.Exit(1)
	}
}

// A List is what the Imager reads.
type List struct {
	Imager Meta    `json:"imager"`
	OSList []Entry `json:"os_list"`
}

// An Entry is an image, or by SubitemsURL another list.
type Entry struct {
	Name         string   `json:"name"`
	Description  string   `json:"description"`
	Icon         string   `json:"icon"`
	Website      string   `json:"website,omitempty"`
	SubitemsURL  string   `json:"subitems_url,omitempty"`
	URL          string   `json:"url,omitempty"`
	ExtractSize  int64    `json:"extract_size,omitempty"`
	ExtractSum   string   `json:"extract_sha256,omitempty"`
	DownloadSize int64    `json:"image_download_size,omitempty"`
	DownloadSum  string   `json:"image_download_sha256,omitempty"`
	ReleaseDate  string   `json:"release_date,omitempty"`
	InitFormat   string   `json:"init_format,omitempty"`
	Devices      []string `json:"devices,omitempty"`
	Architecture string   `json:"architecture,omitempty"`
}

func run(w io.Writer, image, url string, released time.Time, zero bool) error {
	packed, unpacked, err := measure(image)
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "    ")
	return e.Encode(list(packed, unpacked, url, released, zero))
}

// list is the whole. A Pi 5 is not among the devices of the image, whose kernel
// cannot drive a panel there; a Zero 2 W is, if zero says that its firmware is in the image.
func list(packed, unpacked content, url string, released time.Time, zero bool) List {
	boards, tag := "Pi 3, 4 and Zero 2 W", "pi3-64bit"
	if !zero {
		boards, tag = "Pi 3 and 4", onlyPi3
	}
	return List{Meta{devices()}, []Entry{
		{
			Name: "ledpost",
			Description: "LED matrix display for " + boards +
				": nothing else to install. Set name, time zone and Wi-Fi in the next dialogue.",
			Icon: site + "icon.svg", Website: site,
			URL:         url,
			ExtractSize: unpacked.size, ExtractSum: unpacked.sum,
			DownloadSize: packed.size, DownloadSum: packed.sum,
			ReleaseDate:  released.UTC().Format(time.DateOnly),
			InitFormat:   "rpi-preseed",
			Devices:      []string{"pi4-64bit", tag},
			Architecture: "armv8",
		},
		{
			Name:        "Raspberry Pi OS and others",
			Description: "For every other board: choose Raspberry Pi OS Lite, then install ledpost as its guide says.",
			Icon:        site + "icon.svg", Website: site + "apt/",
			SubitemsURL: theirs,
		},
	}}
}

// content is the size and the SHA-256 of some bytes.
type content struct {
	size int64
	sum  string
}

func measure(image string) (packed, unpacked content, err error) {
	f, err := os.Open(image)
	if err != nil {
		return content{}, content{}, err
	}
	defer f.Close()
	if packed, err = sum(f); err != nil {
		return content{}, content{}, err
	}
	xz := exec.Command("xz", "-dc", image)
	xz.Stderr = os.Stderr
	out, err := xz.StdoutPipe()
	if err != nil {
		return content{}, content{}, err
	}
	if err := xz.Start(); err != nil {
		return content{}, content{}, err
	}
	if unpacked, err = sum(out); err != nil {
		return content{}, content{}, err
	}
	return packed, unpacked, xz.Wait()
}

func sum(r io.Reader) (content, error) {
	h := sha256.New()
	n, err := io.Copy(h, r)
	return content{n, hex.EncodeToString(h.Sum(nil))}, err
}

// A Meta is about the Imager itself.
type Meta struct {
	Devices []Device `json:"devices"`
}

// A Device is a choice of the Imager's first page. Entries whose devices have
// none of its tags are then left out.
type Device struct {
	Name        string   `json:"name"`
	Tags        []string `json:"tags"`
	Icon        string   `json:"icon"`
	Description string   `json:"description"`
	Matching    string   `json:"matching_type"` // inclusive: also entries without devices
	Default     bool     `json:"default"`
}

// onlyPi3 is a tag that the Zero 2 W does not have; of Raspberry Pi's own, it has all of
// the Pi 3's.
const onlyPi3 = "pi3-ledpost"

// devices are the devices of Raspberry Pi's own list, which the Imager does not load
// when it was started with ours: without any, its first page is blank and leads
// nowhere (the form of src/test/qml/fixtures/os_list.json in
// raspberrypi/rpi-imager, 2.0.11).
func devices() []Device {
	device := func(name, says string, tags ...string) Device {
		return Device{Name: name, Tags: tags, Description: says, Matching: "inclusive"}
	}
	return []Device{
		device("Raspberry Pi 5", "Raspberry Pi 5, 500 and Compute Module 5", "pi5-64bit", "pi5-32bit"),
		device("Raspberry Pi 4", "Raspberry Pi 4, 400 and Compute Module 4", "pi4-64bit", "pi4-32bit"),
		device("Raspberry Pi 3", "Raspberry Pi 3 A+, B, B+ and Compute Module 3", "pi3-64bit", "pi3-32bit", onlyPi3),
		device("Raspberry Pi Zero 2 W", "Raspberry Pi Zero 2 W", "pi3-64bit", "pi3-32bit"),
		device("Raspberry Pi 2", "Raspberry Pi 2 B", "pi2-32bit"),
		device("Raspberry Pi Zero", "Raspberry Pi Zero, Zero W and Zero WH", "pi1-32bit"),
		device("Raspberry Pi 1", "Raspberry Pi 1 and Compute Module 1", "pi1-32bit"),
	}
}
