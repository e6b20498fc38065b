// SPDX-License-Identifier: Apache-2.0

package fetch

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"html"
	"io"
	pathpkg "path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	maxPlaylist  = 64 << 10
	maxPlaylists = 3 // one may name another
	maxTitle     = 256
)

// ErrPlaylist is returned for a playlist that leads to no stream.
var ErrPlaylist = errors.New("fetch: no stream in the playlist")

// ErrStream is the error of a Download of a stream, or of a playlist that may
// lead to one: open those with Stream.
var ErrStream = errors.New("fetch: it is a stream")

// Endless reports whether r is a radio rather than a file, judged by the
// headers of SHOUTcast and Icecast servers. Some of them give a length that is
// never reached.
func (r *Response) Endless() bool {
	for _, h := range []string{"Icy-Metaint", "Icy-Name", "Icy-Br"} {
		if r.header.Get(h) != "" {
			return r.Length < 0 || r.Length > MaxBytes
		}
	}
	return false
}

// Stream opens an endless stream, also through a playlist: M3U, PLS, XSPF or ASX. title is
// called with each title of the stream, from within Body's Read.
func (c *Client) Stream(ctx context.Context, addr string, title func(string)) (*Response, error) {
	for range maxPlaylists {
		resp, err := c.get(ctx, addr, true)
		if err != nil {
			return nil, err
		}
		if !resp.listed() {
			return resp, resp.strip(title)
		}
		next, err := resp.first()
		if err != nil {
			return nil, err
		}
		addr = next
	}
	return nil, fmt.Errorf("%w: the playlists name one another", ErrPlaylist)
}

// listed reports whether r is a playlist: by its first bytes, and where those are any text, by its media type or the
// end of its path. Whoever reads Body still gets these bytes.
func (r *Response) listed() bool {
	if r.header.Get("Icy-MetaInt") != "" && !r.typed() {
		return false
	}
	ahead := bufio.NewReaderSize(r.Body, maxBlank)
	r.Body = struct {
		io.Reader
		io.Closer
	}{ahead, r.Body}
	first := begin(ahead)
	begins := func(with string) bool { return strings.HasPrefix(strings.ToLower(string(first)), with) }
	switch {
	case wide(first):
		return r.typed() || r.named()
	case sound(first):
		return false
	case slices.ContainsFunc(heads, begins), r.typed():
		return true
	}
	return (begins("#") || r.named()) && len(first) > 0 && mostlyText(first)
}

// typed reports whether the media type of r is of a playlist.
func (r *Response) typed() bool {
	switch r.media() {
	case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl",
		"audio/x-scpls", "application/pls+xml", "audio/scpls", "application/xspf+xml", "video/x-ms-asf", "audio/x-ms-wax",
		"audio/x-pn-realaudio", "audio/vnd.rn-realaudio":
		return true
	}
	return false
}

// named reports whether the path ends as those of playlists do.
func (r *Response) named() bool {
	path := strings.ToLower(r.URL.Path)
	return slices.Contains([]string{".m3u", ".m3u8", ".pls", ".xspf", ".asx", ".wax", ".ram"}, pathpkg.Ext(path))
}

// heads are the beginnings of playlists, in small letters.
var heads = []string{
	"#extm3u", "#extinf", "[playlist]", "[reference]", "<asx", "<playlist", "<?xml", "http://", "https://",
	"icy://",
}

const (
	enough   = 32      // bytes tell a playlist from sound
	maxBlank = 4 << 10 // bytes, with those, which may be blank before it
)

// sound reports whether bytes begin a file of sound, or have control characters, which text in no coding has.
func sound(first []byte) bool {
	for _, magic := range []string{"ID3", "OggS", "RIFF", "fLaC"} {
		if bytes.HasPrefix(first, []byte(magic)) {
			return true
		}
	}
	if len(first) > 1 && first[0] == 0xff && first[1] >= 0xe0 { // a frame of MPEG
		return true
	}
	return bytes.ContainsFunc(first, func(c rune) bool { return c < ' ' && !unicode.IsSpace(c) })
}

// mostlyText reports whether bytes are UTF-8, or another coding with a quarter at most beyond ASCII.
func mostlyText(first []byte) bool {
	beyond := 0
	for _, c := range string(first) {
		if c == unicode.ReplacementChar {
			beyond++
		}
	}
	return beyond <= len(first)/4
}

// wide reports whether bytes are text of UTF-16, as Windows' editor saves it.
func wide(first []byte) bool {
	return bytes.HasPrefix(first, []byte{0xff, 0xfe}) || bytes.HasPrefix(first, []byte{0xfe, 0xff})
}

// begin returns the first bytes behind the blank ones, and leaves all in the reader: as many whole characters
// as are enough, fewer if there are no more.
func begin(ahead *bufio.Reader) []byte {
	for n := enough; ; {
		all, err := ahead.Peek(n)
		text := bytes.TrimLeft(bytes.TrimPrefix(all, []byte("\ufeff")), " \t\r\n")
		if missing := enough - len(text); missing > 0 && err == nil && n < maxBlank {
			n = min(n+missing, maxBlank)
			continue
		}
		for back := 1; back < min(utf8.UTFMax, len(text)+1); back++ {
			if last := text[len(text)-back:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
				return text[:len(text)-back]
			}
		}
		return text
	}
}

// element finds the addresses in playlists of XML: XSPF, and ASX, whose letters have any case.
var element = regexp.MustCompile(
	`(?is)<(?:\w+:)?location[^>]*>\s*(?:<!\[CDATA\[\s*(.*?)\s*\]\]>|([^<]+?))\s*</(?:\w+:)?location>|` +
		`<(?:entry)?ref[^>]*\shref\s*=\s*(?:["']([^"']+)["']|([^\s"'>]+?)\s*(?:\s[^>]*)?/?>)`)

// tracks begins the list of XSPF; a location before it is of the playlist itself.
var tracks = regexp.MustCompile(`(?i)<(?:\w+:)?trackList\b`)

// entry finds the key of an address in PLS, and in the ASX of the days before XML.
var entry = regexp.MustCompile(`(?i)^(?:file|ref)\d*\s*=`)

// first closes r and returns the first URL of its playlist that can be opened.
func (r *Response) first() (string, error) {
	defer r.Body.Close()
	data, err := io.ReadAll(io.LimitReader(r.Body, maxPlaylist))
	if err != nil {
		return "", err
	}
	if wide(data) {
		data = narrow(data)
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(data), "\ufeff"))
	if strings.HasPrefix(text, "<") {
		if at := tracks.FindStringIndex(text); at != nil {
			text = text[at[0]:]
		}
		for _, m := range element.FindAllStringSubmatch(text, -1) {
			written := entity.ReplaceAllFunc([]byte(m[2]+m[3]+m[4]), plain)
			if u, ok := r.link(m[1] + string(written)); ok {
				return u, nil
			}
		}
		return "", ErrPlaylist
	}
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == '\r' }) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#EXT-X-") {
			coding := "" // as the playlist of playlists names it
			if strings.Contains(text, "mp4a.") || strings.Contains(text, ".aac") {
				coding = " of AAC"
			}
			return "", fmt.Errorf("%w: HLS%s is not supported", ErrPlaylist, coding)
		}
		name, _, pair := strings.Cut(line, "=")
		if key := entry.FindString(line); key != "" {
			line = line[len(key):]
		} else if line == "" || line[0] == '#' || line[0] == '[' || pair && !strings.ContainsAny(name, ":/?") {
			continue
		}
		if u, ok := r.link(strings.Trim(line, "\" \t")); ok {
			return u, nil
		}
	}
	return "", ErrPlaylist
}

// narrow returns text of UTF-16 as UTF-8.
func narrow(data []byte) []byte {
	order := binary.ByteOrder(binary.LittleEndian)
	if data[0] == 0xfe {
		order = binary.BigEndian
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// link returns the URL of an address in the playlist r, and whether it is one that can be opened. Headers that some
// players take behind a bar are left out.
func (r *Response) link(address string) (string, bool) {
	address, _, _ = strings.Cut(address, "|")
	if address == "" {
		return "", false
	}
	if rest, ok := strings.CutPrefix(address, "icy://"); ok { // as servers of SHOUTcast are named
		address = "http://" + rest
	}
	u, err := r.URL.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	u.RawQuery = strings.ReplaceAll(u.RawQuery, " ", "%20")
	return u.String(), true
}

// strip removes the titles from Body. One comes after every Icy-MetaInt bytes
// of sound: a length in units of 16 bytes, then the text.
func (r *Response) strip(title func(string)) error {
	s := r.header.Get("Icy-MetaInt")
	if s == "" {
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > MaxBytes {
		r.Body.Close()
		return fmt.Errorf("fetch: Icy-MetaInt %q", s)
	}
	r.Body = &icyReader{ReadCloser: r.Body, every: n, left: n, title: title}
	return nil
}

// An icyReader passes on the sound of a stream and reports its titles.
type icyReader struct {
	io.ReadCloser
	every, left int // bytes of sound between titles; until the next
	title       func(string)
	meta        [255 * 16]byte
}

func (r *icyReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if r.left == 0 {
		if err := r.metadata(); err != nil {
			return 0, err
		}
		r.left = r.every
	}
	n, err := r.ReadCloser.Read(p[:min(len(p), r.left)])
	r.left -= n
	return n, err
}

func (r *icyReader) metadata() error {
	var length [1]byte
	if _, err := io.ReadFull(r.ReadCloser, length[:]); err != nil {
		return err
	}
	meta := r.meta[:16*int(length[0])]
	if _, err := io.ReadFull(r.ReadCloser, meta); err != nil {
		return err
	}
	if t, ok := streamTitle(meta); ok && r.title != nil {
		r.title(t)
	}
	return nil
}

// streamTitle reads StreamTitle='…'; from the metadata. A title may hold
// quotes, so it ends with the first "';".
func streamTitle(meta []byte) (string, bool) {
	_, rest, ok := bytes.Cut(bytes.TrimRight(meta, "\x00"), []byte("StreamTitle='"))
	if !ok {
		return "", false
	}
	t, _, ok := bytes.Cut(rest, []byte("';"))
	if !ok {
		t = bytes.TrimSuffix(rest, []byte("'"))
	}
	return named(printable(t)), true
}

// field begins a field of a title in which a station sends what its own player shows, as iHeart does:
// at times one field within another.
var field = regexp.MustCompile(`(?:^|[\s,])([A-Za-z_]\w*)="(?:[A-Za-z_]\w*=")*`)

// tail is the rest of a field that the station, or the limit of a title, cut off before its value.
var tail = regexp.MustCompile(`"[\s,]+(?:[A-Za-z_]\w*=?)?$`)

// named returns a title of such fields as "artist - title"; any other title as it is.
func named(title string) string {
	at := field.FindAllStringSubmatchIndex(title, -1)
	if len(at) == 0 {
		return title
	}
	has := map[string]string{"artist": strings.Trim(title[:at[0][0]], " -")}
	for i, m := range at {
		end := len(title)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		v := strings.TrimRight(tail.ReplaceAllString(title[m[1]:end], `"`), " ,")
		if v = strings.TrimSpace(strings.TrimSuffix(v, `"`)); v != "" {
			has[strings.ToLower(title[m[2]:m[3]])] = v
		}
	}
	song := cmp.Or(has["text"], has["title"])
	if song == "" {
		return title
	}
	return strings.TrimPrefix(has["artist"]+" - "+song, " - ")
}

// entity is a character as HTML writes it, which some stations send.
var entity = regexp.MustCompile(`&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]+\d*);`)

// plain returns what an entity stands for; one that HTML does not know stays, though it may begin as another.
func plain(e []byte) []byte {
	if text := html.UnescapeString(string(e)); !strings.HasSuffix(text, ";") {
		return []byte(text)
	}
	return e
}

// printable is t as text: UTF-8, or else Latin-1, without the entities of HTML, escaped once or twice, and
// without control characters.
func printable(t []byte) string {
	if !utf8.Valid(t) {
		wide := make([]rune, len(t))
		for i, b := range t {
			wide[i] = rune(b)
		}
		t = []byte(string(wide))
	}
	for range 2 {
		t = entity.ReplaceAllFunc(t, plain)
	}
	out := []rune(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, string(t))))
	return string(out[:min(len(out), maxTitle)])
}
