// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"encoding/xml"
	"fmt"
	"io"
)

// suite is results as JUnit's XML, which servers of tests read.
type suite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Time     string   `xml:"time,attr"`
	Cases    []testcase
}

type testcase struct {
	XMLName xml.Name `xml:"testcase"`
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Time    string   `xml:"time,attr"`
	Failure *message `xml:"failure"`
	Skipped *message `xml:"skipped"`
}

type message struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes results as JUnit's XML.
func JUnit(w io.Writer, all []Result) error {
	c, total := Count(all), 0.0
	s := suite{Name: "ledpost conform", Tests: len(all), Failures: c.Failed, Skipped: c.Skipped}
	for _, r := range all {
		one := testcase{Class: r.At, Name: r.Says, Time: fmt.Sprintf("%.3f", r.Took.Seconds())}
		total += r.Took.Seconds()
		switch r.Verdict {
		case Skipped:
			one.Skipped = &message{Message: r.Why}
		case Failed:
			one.Failure = &message{Message: r.Why, Text: r.known()}
		case Held, Differs:
		}
		s.Cases = append(s.Cases, one)
	}
	s.Time = fmt.Sprintf("%.3f", total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	return e.Encode(s)
}
