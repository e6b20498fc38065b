package preseed

import (
	"errors"
	"io"
	"regexp"
)

// secrets is a line of a table that gives a secret.
var secrets = regexp.MustCompile(`^[ \t]*(key|setup_password|wifi_password)[ \t]*=`)

// header is a line that begins a table, or a list of tables.
var header = regexp.MustCompile(`^[ \t]*\[+[ \t]*([^]]*?)[ \t]*\]+`)

// ErrForm is the error of [Blank] for secrets that do not stand in lines of
// their own below [card].
var ErrForm = errors.New("preseed: the secrets of [card] cannot be taken off the card: write each in a line of its own below [card]")

// Blank overwrites the secrets of the table [card] in a file of that text, whose
// length stays. It first makes comments of their lines, one byte each, calls sync,
// and then blanks the rest: a file system writes a byte as a whole, so whenever
// the power is cut, the file is TOML without a torn line. It returns [ErrForm],
// and writes nothing, if it cannot blank all of them.
func Blank(text []byte, file io.WriterAt, sync func() error) error {
	lines := secretLines(text)
	blanked := append([]byte(nil), text...)
	for _, l := range lines {
		for i := l[0]; i < l[1]; i++ {
			blanked[i] = ' '
		}
		blanked[l[0]] = '#'
	}
	if left, err := decodeCard(string(blanked)); err != nil || left.Secret() {
		return ErrForm
	}
	for _, l := range lines {
		if _, err := file.WriteAt([]byte{'#'}, int64(l[0])); err != nil {
			return err
		}
	}
	if err := sync(); err != nil {
		return err
	}
	for _, l := range lines {
		if _, err := file.WriteAt(blanked[l[0]:l[1]], int64(l[0])); err != nil {
			return err
		}
	}
	return sync()
}

// secretLines returns where the lines of the secrets begin and end, without their
// line ends.
func secretLines(text []byte) (all [][2]int) {
	inside := false
	for begin := 0; begin < len(text); {
		end := begin
		for end < len(text) && text[end] != '\n' {
			end++
		}
		next := min(end+1, len(text))
		if end > begin && text[end-1] == '\r' {
			end--
		}
		line := text[begin:end]
		if h := header.FindSubmatch(line); h != nil {
			inside = string(h[1]) == "card"
		} else if inside && secrets.Match(line) {
			all = append(all, [2]int{begin, end})
		}
		begin = next
	}
	return all
}
