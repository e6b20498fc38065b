// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"encoding/xml"
	"errors"
	"io"

	"github.com/ledpost/ledpost/hw"
)

// junitSuite is the result of a command as JUnit's XML, which servers of tests read.
type junitSuite struct {
	XMLName  xml.Name  `xml:"testsuite"`
	Name     string    `xml:"name,attr"`
	Tests    int       `xml:"tests,attr"`
	Failures int       `xml:"failures,attr"`
	Errors   int       `xml:"errors,attr"`
	Case     junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitMessage `xml:"failure"` // it is different
	Error   *junitMessage `xml:"error"`   // it could not be compared
	Out     string        `xml:"system-out,omitempty"`
}

type junitMessage struct {
	Text string `xml:"message,attr"`
}

// junit writes the result of one comparison, and names its files as Jenkins and GitLab find them.
func junit(w io.Writer, suite, name string, result error, files []string) error {
	s := junitSuite{Name: suite, Tests: 1, Case: junitCase{Class: suite, Name: name}}
	for _, file := range files {
		s.Case.Out += "[[ATTACHMENT|" + file + "]]\n"
	}
	different := new(hw.Difference)
	switch {
	case result == nil:
	case errors.As(result, &different):
		s.Failures, s.Case.Failure = 1, &junitMessage{result.Error()}
	default:
		s.Errors, s.Case.Error = 1, &junitMessage{result.Error()}
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	return xml.NewEncoder(w).Encode(s)
}
