// SPDX-License-Identifier: Apache-2.0

package metric

import (
	"math"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestWriter compares with the examples of the format's definition.
func TestWriter(t *testing.T) {
	var w Writer
	w.Counter("http_requests_total", "The total number of HTTP requests.", 1027, "method", "post", "code", "200")
	w.Counter("http_requests_total", "The total number of HTTP requests.", 3, "method", "post", "code", "400")
	w.Gauge("msdos_file_access_time_seconds", `A \ and`+"\na line.", 1.458255915e9, "path", `C:\DIR\FILE.TXT`, "error",
		"Cannot find file:\n\"FILE.TXT\"")
	w.Gauge("plain", "No labels.", math.NaN())
	w.Gauge("title", "Foreign bytes.", 1, "title", "a\xffb")
	const want = `# HELP http_requests_total The total number of HTTP requests.
# TYPE http_requests_total counter
http_requests_total{method="post",code="200"} 1027
http_requests_total{method="post",code="400"} 3
# HELP msdos_file_access_time_seconds A \\ and\na line.
# TYPE msdos_file_access_time_seconds gauge
msdos_file_access_time_seconds{path="C:\\DIR\\FILE.TXT",error="Cannot find file:\n\"FILE.TXT\""} 1.458255915e+09
# HELP plain No labels.
# TYPE plain gauge
plain NaN
# HELP title Foreign bytes.
# TYPE title gauge
title{title="a` + "\uFFFD" + `b"} 1
`
	must.Equal(t, string(w.Bytes()), want)
}

func TestHistogram(t *testing.T) {
	var w Writer
	w.Histogram("took_seconds", "Time.", []float64{0.05, 0.1}, []uint64{3, 0, 2}, 7.5, "route", "/")
	const want = `# HELP took_seconds Time.
# TYPE took_seconds histogram
took_seconds_bucket{route="/",le="0.05"} 3
took_seconds_bucket{route="/",le="0.1"} 3
took_seconds_bucket{route="/",le="+Inf"} 5
took_seconds_sum{route="/"} 7.5
took_seconds_count{route="/"} 5
`
	must.Equal(t, string(w.Bytes()), want)
}
