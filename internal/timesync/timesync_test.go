package timesync

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"

	"github.com/ledpost/ledpost/internal/testtool"
)

// startBus runs a private message bus as the system's and returns a connection.
func startBus(t *testing.T) *dbus.Conn {
	t.Helper()
	daemon := testtool.Find(t, "dbus-daemon")
	dir := t.TempDir()
	config := filepath.Join(dir, "bus.conf")
	text := `<busconfig><type>custom</type><listen>unix:path=` + dir + `/bus</listen>
<policy context="default"><allow own="*"/><allow send_destination="*"/><allow eavesdrop="true"/></policy></busconfig>`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(daemon, "--config-file="+config, "--nofork", "--print-address")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", strings.TrimSpace(address))
	conn, err := dbus.Connect(strings.TrimSpace(address))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestTimedate: systemd's word counts, whatever the kernel says.
func TestTimedate(t *testing.T) {
	const name, path = "org.freedesktop.timedate1", dbus.ObjectPath("/org/freedesktop/timedate1")
	conn := startBus(t)
	props, err := prop.Export(conn, path, prop.Map{name: {"NTPSynchronized": {Value: false, Emit: prop.EmitFalse}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{false, true} {
		props.SetMust(name, "NTPSynchronized", want)
		if got, err := Synchronized(t.Context()); err != nil || got != want {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
}

// TestWithoutTimedate: on a bus without systemd, or without a bus, the kernel is asked.
func TestWithoutTimedate(t *testing.T) {
	want, wantErr := kernel()
	for _, bus := range []bool{true, false} {
		if bus {
			startBus(t)
		} else {
			t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/bus")
		}
		if got, err := Synchronized(t.Context()); got != want || (err != nil) != (wantErr != nil) {
			t.Errorf("bus %v: %v, %v, want %v, %v", bus, got, err, want, wantErr)
		}
	}
}
