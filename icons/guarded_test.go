// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestRefuseLocal(t *testing.T) {
	for addr, ok := range map[string]bool{
		"93.184.216.34:443": true, "[2606:2800:220:1::1]:443": true,
		"127.0.0.1:80": false, "127.8.8.8:80": false, "[::1]:80": false, "[::ffff:127.0.0.1]:80": false,
		"10.1.2.3:80": false, "172.16.0.1:80": false, "192.168.1.1:80": false, "[fd00::1]:80": false,
		"169.254.169.254:80": false, "[fe80::1%eth0]:80": false, "0.0.0.0:80": false, "[::]:80": false,
		"224.0.0.1:80": false, "255.255.255.255:80": false, "nonsense": false,
	} {
		if err := refuseLocal("tcp", addr, nil); (err == nil) != ok {
			t.Errorf("%s: %v", addr, err)
		}
	}
}

// A redirect does not lead to this device or its network, unless the gallery is
// there by the user's will.
func TestGalleryRedirectedHome(t *testing.T) {
	var where string
	asked := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/1" {
			http.Redirect(w, r, where, http.StatusFound)
			return
		}
		asked++
		w.Write(solid(0, 255, 0))
	}))
	defer srv.Close()
	port := srv.URL[strings.LastIndex(srv.URL, ":"):]
	for _, tt := range []struct {
		why, home, to string
		ok            bool
	}{
		{"to the configured host", "http://127.0.0.1" + port, "http://127.0.0.1" + port + "/2", true},
		{"to loopback by another name", "http://localhost" + port, "http://127.0.0.1" + port + "/2", false},
		{"to a name of loopback", "http://127.0.0.1" + port, "http://localhost" + port + "/2", false},
		{"to any address of this device", "http://localhost" + port, "http://0.0.0.0" + port + "/2", false},
	} {
		s := New(Config{Gallery: tt.home + "/{id}"}, slog.New(slog.DiscardHandler))
		where, asked = tt.to, 0
		err := s.Load(t.Context(), ref(t, "1"))
		if (err == nil) != tt.ok || (asked == 1) != tt.ok {
			t.Errorf("%s: asked %d times, %v", tt.why, asked, err)
		}
		if err != nil && !(strings.Contains(err.Error(), "address of this network") && answered(err)) {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
}
