// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/multicast"
	"github.com/ledpost/ledpost/internal/must"
)

var (
	clock  = Device{ID: "17", Name: "clock", Plain: 80}
	wire   = multicast.Link{Index: 2, Addresses: []netip.Prefix{netip.MustParsePrefix("192.0.2.1/24")}}
	asker  = netip.MustParseAddrPort("192.0.2.7:5353")
	legacy = netip.MustParseAddrPort("192.0.2.7:40000")
)

// A sent packet.
type sent struct {
	at   time.Duration // since the start
	to   netip.AddrPort
	link int
	*dns.Msg
}

// A room is a network in memory with a responder in it.
type room struct {
	t     *testing.T
	begun time.Time
	in    chan multicast.Packet
	end   func()

	mu    sync.Mutex
	out   []sent
	names []string // that were announced
	fails error    // of Send
}

func (r *room) Packets() <-chan multicast.Packet { return r.in }

func (r *room) Send(link int, to netip.AddrPort, data []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := &dns.Msg{}
	if err := m.Unpack(data); err != nil {
		return err
	}
	r.out = append(r.out, sent{time.Since(r.begun), to, link, m})
	return r.fails
}

// inRoom runs f in fake time beside a responder, which must end by itself afterwards.
func inRoom(t *testing.T, d Device, f func(r *room), links ...multicast.Link) (all []sent) {
	synctest.Test(t, func(t *testing.T) {
		r := &room{t: t, begun: time.Now(), in: make(chan multicast.Packet, 16)}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		says := func(name string, err error) {
			r.mu.Lock()
			defer r.mu.Unlock()
			if err == nil {
				r.names = append(r.names, name)
			}
		}
		res := newResponder(d, names{"pi", d.instance()}, append([]multicast.Link{wire}, links...), r, says)
		go func() { done <- res.run(ctx) }()
		r.end = func() {
			cancel()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("ended with %v", err)
			}
		}
		f(r)
		r.end()
		all = r.out
	})
	return all
}

// announced returns the names that were announced so far.
func (r *room) announced() []string {
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.names)
}

// after lets time pass and returns the packets of that time.
func (r *room) after(d time.Duration) []sent {
	time.Sleep(d) // fake
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.out
	r.out = nil
	return out
}

func (r *room) say(from netip.AddrPort, m *dns.Msg) { r.raw(from, must.Get(m.Pack())(r.t)) }

func (r *room) raw(from netip.AddrPort, data []byte) {
	select {
	case r.in <- multicast.Packet{Link: wire.Index, From: from, Data: data}:
	default:
	}
	synctest.Wait()
}

// query returns a question a text, such as "pi.local. A" or "pi.local. A QU".
func query(questions ...string) *dns.Msg {
	m := &dns.Msg{}
	for _, text := range questions {
		f := strings.Fields(text)
		q := dns.Question{Name: f[0], Qtype: dns.StringToType[f[1]], Qclass: dns.ClassINET}
		if len(f) > 2 {
			q.Qclass |= flush
		}
		m.Question = append(m.Question, q)
	}
	return m
}

func rrs(texts ...string) (all []dns.RR) {
	for _, text := range texts {
		rr, err := dns.NewRR(text)
		if err != nil {
			panic(err)
		}
		all = append(all, rr)
	}
	return all
}

func responseOf(texts ...string) *dns.Msg {
	m := response()
	m.Answer = rrs(texts...)
	return m
}

// text returns records in the form of a zone, with FLUSH for the class that clears caches.
func text(all []dns.RR) string {
	var lines []string
	for _, rr := range all {
		lines = append(lines, strings.ReplaceAll(strings.Join(strings.Fields(rr.String()), " "), "CLASS32769", "FLUSH"))
	}
	return strings.Join(lines, "\n")
}

const (
	ptr    = "_http._tcp.local. 4500 IN PTR clock._http._tcp.local."
	enum   = "_services._dns-sd._udp.local. 4500 IN PTR _http._tcp.local."
	srv    = "clock._http._tcp.local. 120 FLUSH SRV 0 0 80 pi.local."
	txt    = `clock._http._tcp.local. 4500 FLUSH TXT "path=/"`
	hostA  = "pi.local. 120 FLUSH A 192.0.2.1"
	noAAAA = "pi.local. 120 FLUSH NSEC pi.local. A"
)

func lines(all ...string) string { return strings.Join(all, "\n") }

// inClockRoom is inRoom beside the responder of clock, as a part of a test.
func inClockRoom(t *testing.T, name string, f func(t *testing.T, r *room)) {
	t.Run(name, func(t *testing.T) { inRoom(t, clock, func(r *room) { f(t, r) }) })
}

// TestStart: three probes, two announcements, two goodbyes.
func TestStart(t *testing.T) {
	out := inRoom(t, clock, func(r *room) { time.Sleep(10 * time.Second) })
	proposed := strings.ReplaceAll(lines(srv, txt, hostA), "FLUSH", "IN")
	announced := lines(ptr, enum, srv, txt, hostA)
	goodbye := "_http._tcp.local. 0 IN PTR clock._http._tcp.local.\n" +
		"clock._http._tcp.local. 0 FLUSH SRV 0 0 80 pi.local.\n" +
		`clock._http._tcp.local. 0 FLUSH TXT "path=/"`
	rows := []struct {
		after    time.Duration // the one before
		response bool
		text     string
	}{
		{0, false, proposed}, {probeWait, false, proposed}, {probeWait, false, proposed},
		{probeWait, true, announced}, {time.Second, true, announced}, {-1, true, goodbye}, {byeWait, true, goodbye},
	}
	if len(out) != len(rows) {
		t.Fatalf("%d packets, want %d", len(out), len(rows))
	}
	for i, row := range rows {
		p := out[i]
		if i > 0 && row.after >= 0 && p.at-out[i-1].at != row.after || i == 0 && p.at > probeWait {
			t.Errorf("packet %d comes at %v", i, p.at)
		}
		got := text(p.Answer)
		if !row.response {
			got = text(p.Ns)
			if len(p.Question) != 2 || p.Question[0].Qtype != dns.TypeANY || len(p.Answer) > 0 {
				t.Errorf("the probe asks %v", p.Question)
			}
		}
		flags := p.Response == row.response && p.Authoritative == row.response
		if !flags || p.Id != 0 || got != row.text || p.to.IsValid() {
			t.Errorf("packet %d to %v is\n%s\nwant\n%s", i, p.to, got, row.text)
		}
	}
	if last := out[len(out)-1].at; last != 10*time.Second+byeWait {
		t.Errorf("it ends %v after the start", last)
	}
}

// TestAnswers: an hour after the announcements, so that all may be multicast again.
func TestAnswers(t *testing.T) {
	off := netip.MustParseAddrPort("198.51.100.7:5353")
	browse, truncated := query("_http._tcp.local. PTR"), query("_http._tcp.local. PTR")
	truncated.Truncated = true
	known := func(answer string) *dns.Msg {
		m := query("_http._tcp.local. PTR")
		m.Answer = rrs(answer)
		return m
	}
	ofClass := func(class uint16) *dns.Msg {
		m := query("pi.local. A")
		m.Question[0].Qclass = class
		return m
	}
	probe, old := query("pi.local. ANY QU"), query("clock._http._tcp.local. SRV")
	probe.Ns, old.Id = rrs("pi.local. 120 IN A 192.0.2.9"), 77
	update, refused := query("pi.local. A"), query("pi.local. A")
	update.Opcode, refused.Rcode = dns.OpcodeUpdate, dns.RcodeRefused
	two := query("pi.local. A", "clock._http._tcp.local. TXT")
	briefly := strings.Replace(srv, "120 FLUSH", "10 IN", 1)
	many := query(slices.Repeat([]string{"pi.local. A"}, 65)...)
	var group netip.AddrPort
	var atOnce [2]time.Duration
	soon := [2]time.Duration{20 * time.Millisecond, 120 * time.Millisecond}
	later := [2]time.Duration{400 * time.Millisecond, 500 * time.Millisecond}
	for _, row := range []struct {
		name   string
		from   netip.AddrPort
		m      *dns.Msg
		answer string // "" = none
		extra  int
		to     netip.AddrPort
		within [2]time.Duration
	}{
		{"a shared record waits for others", asker, browse, ptr, 5, group, soon},
		{"our own does not", asker, query("clock._http._tcp.local. SRV"), srv, 2, group, atOnce},
		{"names have no case", asker, query("CLOCK._http._TCP.local. TXT"), txt, 0, group, atOnce},
		{"any type", asker, query("clock._http._tcp.local. ANY"), lines(srv, txt), 2, group, atOnce},
		{"the address", asker, query("pi.local. A"), hostA, 0, group, atOnce},
		{"there is no such address", asker, query("pi.local. AAAA"), noAAAA, 0, group, atOnce},
		{"the types of services", asker, query("_services._dns-sd._udp.local. PTR"), enum, 0, group, soon},
		{"two questions", asker, two, lines(txt, hostA), 0, group, atOnce},
		{"more is known soon", asker, truncated, ptr, 5, group, later},
		{"another's name", asker, query("hub.local. A", "_ipp._tcp.local. PTR"), "", 0, group, atOnce},
		{"another class", asker, ofClass(dns.ClassCHAOS), "", 0, group, atOnce},
		{"any class", asker, ofClass(dns.ClassANY), hostA, 0, group, atOnce},
		{"known", asker, known(ptr), "", 0, group, atOnce},
		{"known for less than half", asker, known(strings.Replace(ptr, "4500", "2249", 1)), ptr, 5, group, soon},
		{"another is known", asker, known(strings.Replace(ptr, "clock", "desk", 1)), ptr, 5, group, soon},
		{"by unicast, but nobody else has it fresh", asker, query("pi.local. A QU"), hostA, 0, group, atOnce},
		{"a probe is answered to all", asker, probe, hostA, 0, group, atOnce},
		{"a resolver without multicast DNS", legacy, old, briefly, 2, legacy, atOnce},
		{"off the link", off, query("pi.local. A"), "", 0, group, atOnce},
		{"another operation", asker, update, "", 0, group, atOnce},
		{"an error", asker, refused, "", 0, group, atOnce},
		{"65 questions", asker, many, "", 0, group, atOnce},
	} {
		inClockRoom(t, row.name, func(t *testing.T, r *room) {
			r.after(time.Hour)
			begun := time.Since(r.begun)
			r.say(row.from, row.m)
			out := r.after(2 * time.Second)
			if row.answer == "" {
				if len(out) > 0 {
					t.Errorf("answers %v", out[0].Msg)
				}
				return
			}
			if len(out) != 1 {
				t.Fatalf("%d answers", len(out))
			}
			p := out[0]
			if got := text(p.Answer); got != row.answer || len(p.Extra) != row.extra || p.to != row.to {
				t.Errorf("to %v, with %d more:\n%s\nwant\n%s", p.to, len(p.Extra), got, row.answer)
			}
			if took := p.at - begun; took < row.within[0] || took > row.within[1] {
				t.Errorf("answered after %v", took)
			}
			if isLegacy := row.from == legacy; isLegacy != (len(p.Question) > 0) || p.Id != row.m.Id {
				t.Errorf("ID %d, question %v", p.Id, p.Question)
			}
		})
	}
}

// TestUnicast: who asks for it gets it while the records are fresh in the caches of others.
func TestUnicast(t *testing.T) {
	inRoom(t, clock, func(r *room) {
		r.after(3 * time.Second)
		r.say(asker, query("pi.local. A QU"))
		out := r.after(time.Second)
		if len(out) != 1 || out[0].to != asker || text(out[0].Answer) != hostA || len(out[0].Question) > 0 {
			t.Errorf("%+v", out)
		}
		probe := query("pi.local. ANY QU")
		probe.Ns = rrs("pi.local. 120 IN A 192.0.2.9")
		r.say(asker, probe)
		if out := r.after(time.Second); len(out) != 1 || out[0].to.IsValid() {
			t.Errorf("to a probe: %+v", out)
		}
		for range 1000 {
			r.say(asker, query("pi.local. A QU"))
		}
		if out := r.after(0); len(out) > 32 {
			t.Errorf("%d answers at once", len(out))
		}
	})
}

// TestFlood: while somebody floods, others still get answers.
func TestFlood(t *testing.T) {
	other := netip.MustParseAddrPort("192.0.2.8:5353")
	many := func(i int) netip.AddrPort {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, byte(9 + i%240)}), multicast.Port)
	}
	for _, row := range []struct {
		name  string
		from  func(i int) netip.AddrPort
		flood *dns.Msg
	}{
		{"questions of one", func(int) netip.AddrPort { return asker }, query("hub.local. A")},
		{"questions of one for us", func(int) netip.AddrPort { return legacy }, query("pi.local. A")},
		{"responses of many", many, responseOf("hub.local. 120 IN A 192.0.2.9")},
	} {
		inClockRoom(t, row.name, func(t *testing.T, r *room) {
			r.after(3 * time.Second)
			for i := range 1000 {
				r.say(row.from(i), row.flood)
			}
			r.after(0)
			r.say(other, query("pi.local. A QU"))
			if out := r.after(0); len(out) != 1 || out[0].to != other || text(out[0].Answer) != hostA {
				t.Errorf("%+v", out)
			}
		})
	}
}

// TestKnownLater: what an asker knows comes in a packet after its question, and counts for
// it alone.
func TestKnownLater(t *testing.T) {
	other := netip.MustParseAddrPort("192.0.2.8:5353")
	for _, row := range []struct {
		name  string
		asks  []netip.AddrPort
		knows netip.AddrPort
		want  int
	}{
		{"the asker knows it", []netip.AddrPort{asker}, asker, 0},
		{"somebody else knows it", []netip.AddrPort{asker}, other, 1},
		{"one of two askers knows it", []netip.AddrPort{asker, other}, asker, 1},
	} {
		inClockRoom(t, row.name, func(t *testing.T, r *room) {
			r.after(time.Hour)
			for _, from := range row.asks {
				q := query("_http._tcp.local. PTR")
				q.Truncated = true
				r.say(from, q)
			}
			r.say(row.knows, &dns.Msg{Answer: rrs(ptr)})
			if out := r.after(time.Second); len(out) != row.want {
				t.Errorf("%d answers, want %d", len(out), row.want)
			}
		})
	}
}

// TestOncePerSecond: however often somebody asks, a record is multicast once a second, and
// four times where a probe has to be answered.
func TestOncePerSecond(t *testing.T) {
	probe := query("pi.local. ANY")
	probe.Ns = rrs("pi.local. 120 IN A 192.0.2.9")
	for _, row := range []struct {
		name string
		m    *dns.Msg
		min  time.Duration
	}{
		{"questions", query("_http._tcp.local. PTR", "pi.local. A", "clock._http._tcp.local. ANY"), time.Second},
		{"probes", probe, 250 * time.Millisecond},
	} {
		inClockRoom(t, row.name, func(t *testing.T, r *room) {
			r.after(5 * time.Second)
			last := map[string]time.Duration{}
			for range 400 {
				r.say(asker, row.m)
				for _, p := range r.after(25 * time.Millisecond) {
					for _, rr := range append(p.Answer, p.Extra...) {
						key := text([]dns.RR{rr})
						if before, ok := last[key]; ok && p.at-before < row.min {
							t.Fatalf("%s again after %v", key, p.at-before)
						}
						last[key] = p.at
					}
				}
			}
			if len(last) == 0 {
				t.Error("nothing was answered")
			}
		})
	}
}

// TestRescue: what a neighbour withdraws of ours is sent again before caches have dropped it,
// once a second at most; it ignores records of others and records that it has not announced.
func TestRescue(t *testing.T) {
	ours := []string{"pi.local. 0 IN A 192.0.2.1", "_http._tcp.local. 0 IN PTR clock._http._tcp.local."}
	for _, row := range []struct {
		name string
		gone []string
		at   time.Duration // since the start
		want string
	}{
		{"ours", ours, 5 * time.Second,
			lines("_http._tcp.local. 4500 IN PTR clock._http._tcp.local.", "pi.local. 120 FLUSH A 192.0.2.1")},
		{"the address of another host", []string{"pi.local. 0 IN A 192.0.2.9"}, 5 * time.Second, ""},
		{"another's service", []string{"_http._tcp.local. 0 IN PTR lamp._http._tcp.local."}, 5 * time.Second, ""},
		{"while it still looks for its names", ours, 500 * time.Millisecond, ""},
	} {
		inClockRoom(t, row.name, func(t *testing.T, r *room) {
			r.after(row.at)
			last, sent := time.Duration(-time.Second), 0
			for range 15 { // in a second and a half
				r.say(asker, responseOf(row.gone...))
				for _, p := range r.after(100 * time.Millisecond) {
					if !p.Response {
						continue
					}
					if got := text(p.Answer); got != row.want && row.want != "" || row.want == "" && row.at > time.Second {
						t.Errorf("%v: sent\n%s", p.at, got)
					}
					if p.at-last < time.Second {
						t.Errorf("again after %v", p.at-last)
					}
					last, sent = p.at, sent+1
				}
			}
			if row.want != "" && sent != 2 {
				t.Errorf("sent %d times", sent)
			}
		})
	}
}

// TestTie: of two that probe at the same time, the one with the later records goes on.
func TestTie(t *testing.T) {
	self := netip.MustParseAddrPort("192.0.2.1:5353")
	for _, row := range []struct {
		name   string
		from   netip.AddrPort
		theirs string
		yields bool
	}{
		{"a later address", asker, "pi.local. 120 IN A 192.0.2.200", true},
		{"an earlier address", asker, "pi.local. 120 IN A 192.0.2.0", false},
		{"bytes are compared, not digits", asker, "pi.local. 120 IN A 9.0.0.0", false},
		{"the same", asker, "pi.local. 120 IN A 192.0.2.1", false},
		{"a later type", asker, "pi.local. 120 IN AAAA 2001:db8::1", true},
		{"another name", asker, "hub.local. 120 IN A 192.0.2.200", false},
		{"a later port, and no text", asker, "clock._http._tcp.local. 120 IN SRV 0 0 81 aaa.local.", true},
		{"our own, from another link", self, "pi.local. 120 IN A 192.0.2.200", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			out := inRoom(t, clock, func(r *room) {
				time.Sleep(probeWait + 10*time.Millisecond) // fake; now the first probe was sent, and the third was not
				m := query("pi.local. ANY", "clock._http._tcp.local. ANY")
				m.Ns = rrs(row.theirs)
				r.say(row.from, m)
				time.Sleep(5 * time.Second)
				if len(r.announced()) != 1 || r.announced()[0] != "clock" {
					t.Errorf("announced as %q", r.announced())
				}
			})
			probes := slices.IndexFunc(out, func(p sent) bool { return p.Response })
			if yields := probes > 3; yields != row.yields {
				t.Errorf("%d probes", probes)
			}
		})
	}
}

// TestConflicts: who has our name already, or claims it later, keeps it.
func TestConflicts(t *testing.T) {
	const second = "clock._http._tcp.local. 120 IN SRV 0 0 81 hub.local."
	for _, row := range []struct {
		name     string
		record   string
		answers  bool // the other defends its name against probes, too
		instance string
		host     string
	}{
		{"another's service", second, true, "clock (2)", "pi"},
		{"another's text", `clock._http._tcp.local. 120 IN TXT "path=/x"`, true, "clock (2)", "pi"},
		{"another's address", "pi.local. 120 IN A 192.0.2.9", true, "clock", "pi-2"},
		{"an address of another kind", "pi.local. 120 IN AAAA 2001:db8::9", true, "clock", "pi-2"},
		{"in capitals", "PI.LOCAL. 120 IN A 192.0.2.9", true, "clock", "pi-2"},
		{"claimed once, defended by nobody", second, false, "clock", "pi"},
		{"our own", strings.ReplaceAll(srv, "FLUSH", "IN"), true, "clock", "pi"},
		{"our own address on another link", "pi.local. 120 IN A 203.0.113.1", true, "clock", "pi"},
		{"a goodbye", "clock._http._tcp.local. 0 IN SRV 0 0 81 hub.local.", true, "clock", "pi"},
		{"shared", "_http._tcp.local. 120 IN PTR desk._http._tcp.local.", true, "clock", "pi"},
	} {
		for _, begin := range []time.Duration{0, 5 * time.Second} {
			t.Run(fmt.Sprint(row.name, " after ", begin), func(t *testing.T) {
				second := multicast.Link{Index: 3, Addresses: []netip.Prefix{netip.MustParsePrefix("203.0.113.1/24")}}
				out := inRoom(t, clock, func(r *room) {
					time.Sleep(begin)
					if begin > 0 {
						r.say(asker, responseOf(row.record))
					}
					for range 400 {
						synctest.Wait()
						r.mu.Lock()
						n := len(r.out)
						name, _, _ := strings.Cut(strings.ToLower(row.record), " ")
						asked := n > 0 && !r.out[n-1].Response &&
							strings.Contains(strings.ToLower(r.out[n-1].String()), name)
						r.mu.Unlock()
						if asked && row.answers {
							r.say(asker, responseOf(row.record))
						}
						time.Sleep(25 * time.Millisecond)
					}
					if got := r.announced()[len(r.announced())-1]; got != row.instance {
						t.Errorf("announced as %q, want %q", r.announced(), row.instance)
					}
				}, second)
				all := ""
				for _, p := range out {
					if p.Response && p.at < 9*time.Second+begin {
						all += text(p.Answer) + "\n"
					}
				}
				if !strings.Contains(all, " 0 0 80 "+row.host+".local.") {
					t.Errorf("no service on %s:\n%s", row.host, all)
				}
				lost := row.instance != "clock" && begin > 0
				if bye := strings.Contains(all, "clock._http._tcp.local. 0 FLUSH SRV"); bye != lost {
					t.Errorf("goodbye %v, want %v", bye, lost)
				}
			})
		}
	}
}

// TestManyConflicts: after fifteen conflicts there is an attempt in five seconds at most.
func TestManyConflicts(t *testing.T) {
	inRoom(t, clock, func(r *room) {
		probes, at := 0, []time.Duration{}
		for time.Since(r.begun) < 5*time.Minute {
			for _, p := range r.after(5 * time.Millisecond) {
				probes++
				at = append(at, p.at)
				name := p.Question[0].Name
				r.say(asker, responseOf(name+" 120 IN SRV 0 0 9 hub.local."))
			}
		}
		if probes < 15+50 || probes > 15+60 {
			t.Errorf("%d probes in five minutes", probes)
		}
		for i := 15; i < len(at); i++ {
			if at[i]-at[i-1] < slowWait {
				t.Errorf("attempt %d comes %v after the last", i, at[i]-at[i-1])
			}
		}
		if len(r.announced()) > 0 {
			t.Errorf("announced as %q", r.announced())
		}
		r.after(20 * time.Second)
		if len(r.announced()) != 1 || r.announced()[0] != fmt.Sprintf("clock (%d)", probes+1) {
			t.Errorf("afterwards announced as %q", r.announced())
		}
	})
}

// TestHostileNeighbour: a minute of questions, claims to our names, and rubbish, a packet each
// millisecond, raises neither the memory nor the rate of packets.
func TestHostileNeighbour(t *testing.T) {
	const minute = 60_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	d := clock
	d.Name = strings.Repeat("ü", 31)
	for _, row := range []struct {
		name        string
		claims      float64 // of the packets
		spoilt      float64 // likewise
		names, sent int     // at most
	}{
		// Each of the five records goes out four times a second at most, alone if need be, and
		// 32 answers by unicast.
		{"questions", 0, 0, 1, 60 * (5*4 + 32)},
		{"questions and rubbish", 0, 0.5, 1, 60 * (5*4 + 32)},
		{"a claim now and then", 0.001, 0, 30, 60 * (5*4 + 32)},
		{"claims", 0.5, 0.5, 30, 6 * (15 + 60/5)},
	} {
		rnd := rand.New(rand.NewPCG(1, 2))
		inRoom(t, d, func(r *room) {
			name, packets := "x.local.", 0
			hear := func(all []sent) {
				packets += len(all)
				for _, p := range all {
					if !p.Response {
						name = p.Question[0].Name
					}
				}
			}
			hear(r.after(5 * time.Second))
			for range minute {
				data := must.Get(hostile(name, rnd.Float64() < row.claims).Pack())(t)
				if rnd.Float64() < row.spoilt {
					data[rnd.IntN(len(data))] ^= byte(1 << rnd.IntN(8))
					data = data[:len(data)-rnd.IntN(2)*rnd.IntN(len(data))]
				}
				host := netip.AddrFrom4([4]byte{192, 0, 2, byte(2 + rnd.IntN(250))})
				r.raw(netip.AddrPortFrom(host, uint16(5352+rnd.IntN(2))), data)
				hear(r.after(time.Millisecond))
			}
			if packets > row.sent || packets == 0 {
				t.Errorf("%s: %d packets in a minute, want at most %d", row.name, packets, row.sent)
			}
			r.after(time.Minute)
			last := r.announced()[len(r.announced())-1]
			if len(last) > maxLabel || !strings.HasPrefix(last, strings.Repeat("ü", 28)) || len(r.announced()) > row.names {
				t.Errorf("%s: announced %d times, as %q", row.name, len(r.announced()), last)
			}
			r.say(asker, query("pi.local. A", "pi-2.local. A"))
			if out := r.after(time.Second); row.claims == 0 && len(out) != 1 {
				t.Errorf("%s: afterwards it answers %v", row.name, out)
			}
		})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("%d bytes are still held", grown)
	}
}

// hostile is a claim to our names, or questions of many kinds for them.
func hostile(name string, claim bool) *dns.Msg {
	srv := &dns.SRV{Target: "hub.local."}
	srv.Hdr = dns.RR_Header{Name: name, Rrtype: dns.TypeSRV, Class: dns.ClassINET, Ttl: 120}
	if claim {
		m := responseOf("pi.local. 120 IN A 192.0.2.250")
		m.Answer = append(m.Answer, srv)
		return m
	}
	m := query("_http._tcp.local. PTR", "pi.local. ANY QU")
	m.Question = append(m.Question, dns.Question{Name: name, Qtype: dns.TypeANY, Qclass: dns.ClassINET})
	m.Ns = rrs("pi.local. 120 IN A 192.0.2.0")
	return m
}

// TestEnds: sockets that fail, and a link over which nothing can be sent.
func TestEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := func(r *room) error {
			says := func(string, error) {}
			return newResponder(clock, names{"pi", "clock"}, []multicast.Link{wire}, r, says).run(t.Context())
		}
		closed := &room{t: t, in: make(chan multicast.Packet)}
		close(closed.in)
		if err := run(closed); err != errDeaf {
			t.Errorf("without sockets: %v", err)
		}
		broken := errors.New("no route")
		mute := &room{t: t, in: make(chan multicast.Packet), fails: broken}
		if err := run(mute); !errors.Is(err, broken) {
			t.Errorf("without a route: %v", err)
		}
	})
}

// TestRecords: names and texts with any characters are in packets as their owner wrote them.
func TestRecords(t *testing.T) {
	d := Device{ID: "17", Name: `Küche. "2" \ (x)`, TLS: 443}
	l := multicast.Link{Index: 1, Addresses: []netip.Prefix{
		netip.MustParsePrefix("192.0.2.1/24"), netip.MustParsePrefix("fe80::1/64"),
	}}
	for _, rec := range d.records(names{"pi", d.instance()}, l) {
		m := &dns.Msg{Answer: []dns.RR{rec.rr}}
		read, ok := multicast.Parse(must.Get(m.Pack())(t))
		if !ok || !dns.IsDuplicate(read.Answer[0], rec.rr) {
			t.Errorf("%v is read as %v", rec.rr, read)
		}
		if txt, ok := rec.rr.(*dns.TXT); ok && !slices.Contains(txt.Txt, `nm=K\195\188che. \"2\" \\ (x)`) {
			t.Errorf("text %q", txt.Txt)
		}
	}
}

func TestNext(t *testing.T) {
	for _, row := range []struct{ name, open, end, want, why string }{
		{"clock", " (", ")", "clock (2)", "the first other name"},
		{"clock (2)", " (", ")", "clock (3)", "and the next"},
		{"clock (x)", " (", ")", "clock (x) (2)", "no number"},
		{"clock (9999999)", " (", ")", "clock (9999999) (2)", "no number of ours"},
		{" (2)", " (", ")", " (2) (2)", "nothing in front"},
		{"pi", "-", "", "pi-2", "a host"},
		{"pi-9", "-", "", "pi-10", "and the next"},
		{"pi-zero", "-", "", "pi-zero-2", "no number"},
		{strings.Repeat("a", 63), "-", "", strings.Repeat("a", 61) + "-2", "fits into a label"},
		{strings.Repeat("ü", 31), " (", ")", strings.Repeat("ü", 29) + " (2)", "whole characters"},
	} {
		if got := next(row.name, row.open, row.end); got != row.want || len(got) > maxLabel {
			t.Errorf("%q: %q, want %q: %s", row.name, got, row.want, row.why)
		}
	}
}

// FuzzHear: no packet breaks the responder, or makes it allocate or send more than so much.
func FuzzHear(f *testing.F) {
	seeds := []*dns.Msg{
		query("pi.local. ANY QU", "_http._tcp.local. PTR"), responseOf("pi.local. 120 IN A 192.0.2.9", ptr, enum),
		{Question: query("pi.local. ANY").Question, Ns: rrs("pi.local. 120 IN A 192.0.2.9")},
		{Question: query("_http._tcp.local. PTR").Question, Answer: rrs(ptr, noAAAA[:9]+" 120 IN NSEC pi.local. A")},
	}
	for _, m := range seeds {
		for step := range repeats + 1 {
			f.Add(must.Get(m.Pack())(f), step)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, step int) {
		out := &room{t: t, begun: time.Now()}
		r := newResponder(clock, names{"pi", "clock"}, []multicast.Link{wire}, out, func(string, error) {})
		now := time.Now()
		r.start(now, 0)
		r.step, r.at = max(0, step%(repeats+1)), time.Time{}
		memtest.AtMost(t, 1<<20+512*len(data), func() {
			r.hear(multicast.Packet{Link: wire.Index, From: asker, Data: data}, now)
			must.Do(t, r.work(now))
			must.Do(t, r.work(now.Add(time.Second)))
		})
		if len(out.out) > 4 {
			t.Errorf("%d packets for one", len(out.out))
		}
	})
}
