// SPDX-License-Identifier: Apache-2.0

package api

import (
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/metric"
)

// TestAnswerCounts counts each value into the bucket whose bound it does not exceed.
func TestAnswerCounts(t *testing.T) {
	var r answerCounts
	r.count("/b", "GET", 200, -1)
	r.count("/b", "GET", 200, -1)
	for _, d := range []time.Duration{0, 100 * time.Microsecond, 101 * time.Microsecond, 5 * time.Second, time.Minute} {
		r.count("/a", "GET", 404, d)
	}
	var w metric.Writer
	r.Collect(&w)
	text := string(w.Bytes())
	for _, want := range []string{
		`ledpost_http_requests_total{method="GET",route="/a",status="404"} 5` + "\n" + `ledpost_http_requests_total{method="GET",route="/b",status="200"} 2`,
		`_bucket{route="/a",le="0.0001"} 2`, `_bucket{route="/a",le="0.0005"} 3`, `_bucket{route="/a",le="5"} 4`, `_bucket{route="/a",le="+Inf"} 5`,
		`_sum{route="/a"} 65.000201`, `_count{route="/a"} 5`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, `_count{route="/b"}`) {
		t.Errorf("answers without a time are timed:\n%s", text)
	}
}
