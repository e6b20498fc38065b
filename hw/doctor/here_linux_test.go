package doctor

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/light"
)

func TestAccess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "device")
	if err := access(path, false); err == nil {
		t.Error("a file that is not there may be read")
	}
	if err := os.WriteFile(path, nil, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := access(path, false); err != nil {
		t.Errorf("read: %v", err)
	}
	if err := access(path, true); (err == nil) != (os.Geteuid() == 0) {
		t.Errorf("write to a file of mode 0400: %v", err)
	}
}

func TestReadLight(t *testing.T) {
	lux, name, err := readLight(t.Context(), hw.LightConfig{Source: "constant", Constant: light.ConstantConfig{Lux: 7}})
	if lux != 7 || name != "constant light" || err != nil {
		t.Errorf("%v, %q, %v", lux, name, err)
	}
	if _, _, err := readLight(t.Context(), hw.LightConfig{Source: "bh1750", BH1750: light.BH1750Config{Port: "I2C99"}}); err == nil {
		t.Error("a sensor on a bus that is not there reads")
	}
}
