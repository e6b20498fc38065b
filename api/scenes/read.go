// SPDX-License-Identifier: Apache-2.0

package scenes

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
)

// scene is one that a client sent.
type scene struct {
	apps  []device.WidgetSettings
	look  device.LookPatch
	icons map[string][]byte // PNG or GIF, by name

	programs []Program
	left     []device.WidgetSettings // are left out of apps

	faults wire.Faults // of the rest of it, once the device has looked at it
}

// sent is the body of a POST. The look and the icons may be absent; what of the look is
// absent stays.
type sent struct {
	Scene wire.Integer    `json:"scene"`
	Apps  appList         `json:"apps"`
	Look  wire.LookChange `json:"look"`
	Icons iconList        `json:"icons"`

	Programs programList `json:"programs"`
}

type appList struct {
	wire.List[wire.Object[sentApp]]
}

// UnmarshalJSON implements [json.Unmarshaler].
func (l *appList) UnmarshalJSON(b []byte) error { return l.Read(b, device.MaxWidgets) }

type sentApp struct {
	Package  wire.Word    `json:"package"`
	Title    wire.Word    `json:"title"`
	Visible  wire.Boolean `json:"visible"`
	Seconds  wire.Integer `json:"seconds"`
	Settings wire.Members `json:"settings"`
}

type iconList struct {
	wire.List[wire.Object[sentIcon]]
}

// UnmarshalJSON implements [json.Unmarshaler].
func (l *iconList) UnmarshalJSON(b []byte) error { return l.Read(b, maxIcons) }

type sentIcon struct {
	Name wire.Word `json:"name"`
	Data wire.Word `json:"data"`
}

// read returns the scene in the body of a request, or all that is wrong with it but for
// what the device alone knows.
func read(text []byte) (*scene, error) {
	var in sent
	if err := wire.Decode(text, &in); err != nil {
		return nil, err
	}
	s := &scene{icons: map[string][]byte{}}
	f := &s.faults
	if f.Check("scene", in.Scene.Value); !in.Scene.Set {
		f.Add("scene", "is missing: the file is not a scene")
	} else if in.Scene.Bad == "" && in.Scene.Int != format {
		f.Add("scene", fmt.Sprintf("has format %d, this version reads format %d", in.Scene.Int, format))
	}
	in.Apps.read(f, s)
	s.look = in.Look.Patch(f, "look")
	in.Icons.read(f, s)
	in.Programs.read(f, s)
	return s, f.Err()
}

func (l *appList) read(f *wire.Faults, s *scene) {
	f.Check("apps", l.Value)
	if l.Bad == "" && (l.N == 0 || l.N > device.MaxWidgets) {
		f.Add("apps", fmt.Sprintf("%d apps, want 1 to %d", l.N, device.MaxWidgets))
	}
	for at, it := range wire.Objects(f, "apps", l.Items) {
		s.apps = append(s.apps, it.read(f, at))
	}
}

func (a *sentApp) read(f *wire.Faults, at string) device.WidgetSettings {
	w := device.WidgetSettings{Visible: true, Seconds: int(device.DefaultDwell.Seconds())}
	if w.Package = a.Package.Text; !f.Check(at+".package", a.Package.Value) && a.Package.Bad == "" {
		f.Add(at+".package", "is missing")
	}
	if f.Check(at+".title", a.Title.Value) {
		w.Title = a.Title.Text
	}
	if f.Check(at+".visible", a.Visible.Value) {
		w.Visible = a.Visible.On
	}
	if f.Int32(at+".seconds", a.Seconds) {
		w.Seconds = a.Seconds.Int
	}
	f.Check(at+".settings", a.Settings.Value)
	w.Settings = a.Settings.JSON()
	return w
}

func (l *iconList) read(f *wire.Faults, s *scene) {
	l.Check(f, "icons", maxIcons, "icons")
	for at, it := range wire.Objects(f, "icons", l.Items) {
		it.read(f, at, s)
	}
}

func (c *sentIcon) read(f *wire.Faults, at string, s *scene) {
	name, data := f.Check(at+".name", c.Name.Value), f.Check(at+".data", c.Data.Value)
	if !name || !data {
		f.Add(at, "want a name and its data")
		return
	}
	picture, err := pictureOf(c.Data.Text)
	if err == nil {
		err = icons.CheckFile(c.Name.Text+".png", picture)
	}
	if err != nil {
		f.Add(at, strings.TrimPrefix(err.Error(), "icons: "))
		return
	}
	s.icons[strings.ToLower(c.Name.Text)] = picture
}

// pictureOf returns the bytes of a data URI in base64.
func pictureOf(uri string) ([]byte, error) {
	head, data, ok := strings.Cut(uri, ";base64,")
	if !ok || !strings.HasPrefix(head, "data:") {
		return nil, errors.New("want a data URI in base64")
	}
	if base64.StdEncoding.DecodedLen(len(data)) > icons.MaxBytes+2 {
		return nil, fmt.Errorf("want at most %d KiB", icons.MaxBytes>>10)
	}
	picture, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil, errors.New("want a data URI in base64")
	}
	return picture, nil
}
