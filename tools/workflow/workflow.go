// SPDX-License-Identifier: Apache-2.0

// Package workflow reads a workflow of GitHub Actions as far as running its
// commands by hand needs it: the run: blocks of its one job, in order, with the
// environment that their env: gives them. Its tests run the project's own.
package workflow

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

// A Step is one run: block.
type Step struct {
	Name string // or its first line, if it has none
	Run  string
	Env  map[string]string // of the workflow and the step, before their expressions are evaluated
}

// Read returns the run: blocks of the job in the file. Steps that use an action
// of somebody else are left out: they need GitHub.
func Read(file string) ([]Step, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Env  map[string]string
		Jobs map[string]struct {
			Steps []struct {
				Name string
				Run  string
				Env  map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(doc.Jobs) != 1 {
		return nil, fmt.Errorf("%s: %d jobs, want 1", file, len(doc.Jobs))
	}
	var all []Step
	for _, job := range doc.Jobs {
		for _, s := range job.Steps {
			if s.Run == "" {
				continue
			}
			step := Step{Name: s.Name, Run: s.Run, Env: map[string]string{}}
			if step.Name == "" {
				step.Name, _, _ = strings.Cut(s.Run, "\n")
			}
			for _, env := range []map[string]string{doc.Env, s.Env} {
				for k, v := range env {
					step.Env[k] = v
				}
			}
			all = append(all, step)
		}
	}
	return all, nil
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

// Expand evaluates the expressions ${{ … }} in text: names joined by ||, of which
// the first that is not empty counts, and texts in single quotes. A name that
// is missing is empty, as on GitHub.
func Expand(text string, names map[string]string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		for _, term := range strings.Split(expression.FindStringSubmatch(e)[1], "||") {
			term = strings.TrimSpace(term)
			value := names[term]
			if strings.HasPrefix(term, "'") {
				value = strings.Trim(term, "'")
			}
			if value != "" {
				return value
			}
		}
		return ""
	})
}
