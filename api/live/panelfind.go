// SPDX-License-Identifier: Apache-2.0

package live

import (
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// A PanelSearch finds out which panel is connected: it lights LEDs and asks what a person
// sees. Its methods may be called from any goroutine.
type PanelSearch interface {
	// Begin begins a search, in place of a running one, with the first answers. Errors are
	// ErrNoHUB75, or of BadConfiguration or BadAnswer; then nothing has changed.
	Begin(answers []string) (FindState, error)
	// Answer takes an answer, or takes the last one back. Errors are ErrNoSearch, or of
	// BadAnswer; then nothing has changed.
	Answer(text string, back bool) (FindState, error)
	State() FindState
}

// A PanelKeeper ends a search.
type PanelKeeper interface {
	// Keep tries the configuration that was found. Errors are ErrNoSearch, ErrNotFound, or
	// errors of Configuration.
	Keep() error
	End() // the panel is again what it was
}

// PanelFinder is both.
type PanelFinder interface {
	PanelSearch
	PanelKeeper
}

// FindState is how a search stands. The zero value is no search.
type FindState struct {
	Searching bool
	Asked     int           // questions that are answered
	Left      time.Duration // until the search ends for want of an answer
	Question  *FindQuestion // nil = nothing more is asked
	Failed    string        // why no panel fits the answers; "" = one may
	Found     string        // the table [panel] of the configuration, in TOML; "" = not yet
	Map       string        // the file that Found names with the key map; "" = none
}

// FindQuestion is a question to a person in front of the panel.
type FindQuestion struct {
	Kind    string   `json:"kind"`
	Text    string   `json:"text"`
	Choices []string `json:"choices,omitempty"` // all answers; none = they are too many
	Likely  []string `json:"likely,omitempty"`  // answers of the known kinds of panel, of rows and led
	Again   bool     `json:"again,omitempty"`   // led was asked for before, and may have been named wrongly
	Chain   int      `json:"chain,omitempty"`   // panels that clean asks about, if they are several
}

// Why there is no search.
var (
	ErrNoHUB75 error = rest.Refuse(http.StatusConflict,
		"The configured panel is no HUB75 panel: choose one, and its wiring, first")
	ErrNoSearch error = rest.Refuse(http.StatusConflict, "No search is running: it ended because nobody answered")
	ErrNotFound error = rest.Refuse(http.StatusConflict, "The search has not found a panel yet")
)

// BadAnswer returns the answer to a text that does not answer the question.
func BadAnswer(err error) error { return wire.Complaint(fmt.Sprintf("answer: %v", err)) }

// wireFind is a search.
type wireFind struct {
	Searching bool          `json:"searching"`
	Asked     int           `json:"asked"`
	Left      int           `json:"left"` // seconds
	Question  *FindQuestion `json:"question,omitempty"`
	Failed    string        `json:"failed,omitempty"`
	Found     string        `json:"found,omitempty"`
	Map       string        `json:"map,omitempty"`
}

func findObject(s FindState) wireFind {
	return wireFind{s.Searching, s.Asked, int(math.Ceil(s.Left.Seconds())), s.Question, s.Failed, s.Found, s.Map}
}

// panelFind is the room of the search.
type panelFind struct {
	live   *Live
	finder PanelFinder
}

// PanelFind returns the room in which clients find out which panel is connected.
func (l *Live) PanelFind(f PanelFinder) *panelFind { return &panelFind{l, f} }

// Endpoints is the search.
func (m *panelFind) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/panel/find", Private: true, Methods: rest.Methods{
		http.MethodGet: m.get, http.MethodPost: m.post, http.MethodDelete: m.end,
	}}}
}

func (m *panelFind) get(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, findObject(m.finder.State()))
}

func (m *panelFind) end(w http.ResponseWriter, r *http.Request) error {
	m.finder.End()
	return rest.WriteDone(w, nil)
}

// maxAnswers is more than any search asks.
const maxAnswers = 64

// findAnswers are the first answers of a search.
type findAnswers struct{ wire.List[wire.Word] }

// UnmarshalJSON implements [json.Unmarshaler].
func (a *findAnswers) UnmarshalJSON(b []byte) error { return a.Read(b, maxAnswers) }

// read returns the answers.
func (a findAnswers) read(f *wire.Faults) (all []string) {
	a.Check(f, "answers", maxAnswers, "answers")
	for i, one := range a.Items {
		f.Check(fmt.Sprintf("answers[%d]", i), one.Value)
		all = append(all, one.Text)
	}
	return all
}

// post begins a search, takes an answer, takes one back, or tries the found panel.
func (m *panelFind) post(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Answer  wire.Word    `json:"answer"`
		Answers findAnswers  `json:"answers"`
		Back    wire.Boolean `json:"back"`
		Keep    wire.Boolean `json:"keep"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	first := body.Answers.read(&f)
	f.Check("answer", body.Answer.Value)
	f.Check("back", body.Back.Value)
	f.Check("keep", body.Keep.Value)
	if err := f.Err(); err != nil {
		return err
	}
	if body.Keep.On {
		if err := m.finder.Keep(); err != nil {
			return m.live.configFault(err)
		}
		m.live.cfg.Log.Info("the panel that was found is tried", "by", r.RemoteAddr)
		return m.get(w, r)
	}
	do := func() (FindState, error) { return m.finder.Begin(first) }
	if body.Answer.Set || body.Back.On {
		do = func() (FindState, error) { return m.finder.Answer(body.Answer.Text, body.Back.On) }
	}
	state, err := do()
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, findObject(state))
}
