// SPDX-License-Identifier: Apache-2.0

// Package metric writes measurements in the text format that Prometheus reads
// (https://prometheus.io/docs/instrumenting/exposition_formats/).
package metric

import (
	"math"
	"strconv"
	"strings"
)

// Collector writes what it measures now. It is called at each scrape, from any
// goroutine, and may be called by two at once.
type Collector interface{ Collect(w *Writer) }

// Writer collects the samples of one scrape. The zero value is ready. All samples of one
// name follow each other, as the format demands. Not safe for use by several goroutines.
type Writer struct {
	text []byte
	last string // the name that was written last
}

// Gauge writes a value that rises and falls. labels are pairs of a name and a value.
func (w *Writer) Gauge(name, help string, v float64, labels ...string) {
	w.describe(name, help, "gauge")
	w.sample(name, v, labels)
}

// Counter writes a value that only rises. labels are pairs of a name and a value.
func (w *Writer) Counter(name, help string, v uint64, labels ...string) {
	w.describe(name, help, "counter")
	w.sample(name, float64(v), labels)
}

// Histogram writes how many values are at most each bound. counts has the values between
// the bound before and the bound of the same index, and at its end the values above the
// last. bounds rise; sum is the sum of all values.
func (w *Writer) Histogram(name, help string, bounds []float64, counts []uint64, sum float64, labels ...string) {
	w.describe(name, help, "histogram")
	var total uint64
	for i, n := range counts {
		total += n
		bound := math.Inf(1)
		if i < len(bounds) {
			bound = bounds[i]
		}
		w.sample(name+"_bucket", float64(total), append(labels[:len(labels):len(labels)], "le", number(bound)))
	}
	w.sample(name+"_sum", sum, labels)
	w.sample(name+"_count", float64(total), labels)
}

// Write adds text that has the format already. It never fails.
func (w *Writer) Write(text []byte) (int, error) {
	w.text, w.last = append(w.text, text...), ""
	return len(text), nil
}

// Bytes returns the text.
func (w *Writer) Bytes() []byte { return w.text }

// describe writes the two lines that stand before the first sample of a name.
func (w *Writer) describe(name, help, kind string) {
	if name == w.last {
		return
	}
	w.last = name
	w.text = append(w.text, "# HELP "+name+" "+helpEscapes.Replace(help)+"\n# TYPE "+name+" "+kind+"\n"...)
}

// What stands behind a backslash in a help line, and in the value of a label, which may
// come from outside, such as the title of a stream.
var (
	helpEscapes  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	labelEscapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

func (w *Writer) sample(name string, v float64, labels []string) {
	w.text = append(w.text, name...)
	for i := 0; i+1 < len(labels); i += 2 {
		open := ","
		if i == 0 {
			open = "{"
		}
		// UTF-8 is all that the format takes.
		value := strings.ToValidUTF8(labels[i+1], "\uFFFD")
		w.text = append(w.text, open+labels[i]+`="`+labelEscapes.Replace(value)+`"`...)
	}
	if len(labels) > 1 {
		w.text = append(w.text, '}')
	}
	w.text = append(w.text, " "+number(v)+"\n"...)
}

// number is a value as the format spells it: NaN, +Inf, -Inf or decimal.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
