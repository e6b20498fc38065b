// SPDX-License-Identifier: Apache-2.0

package hub75

// A packer writes lines one after the other. Only one goroutine may use it.
type packer struct {
	p     *packing
	codes [256]code // by the index of a column
	first pen
	rest  pen // of the second machine
}

// A pen fills words with columns, the first one lowest.
type pen struct {
	words []uint32
	word  uint32
	at    int // bits in the word
}

// put adds a column of n bits; a word has no more than full.
func (p *pen) put(column uint32, n, full int) {
	p.word |= column << p.at
	if p.at += n; p.at < full {
		return
	}
	p.words[0], p.words, p.word, p.at = p.word, p.words[1:], 0, 0
}

// newPacker takes the words of the columns' indices.
func newPacker(p *packing, words *table) *packer {
	q := &packer{p: p}
	for i := range q.codes {
		q.codes[i] = p.code(words[i&63]) // an index has six bits, one for each colour of two rows
	}
	return q
}

// begin goes to the beginning of a picture of so many lines.
func (q *packer) begin(picture []uint32, lines int) {
	n := q.p.words(lines)
	q.first, q.rest = pen{words: picture[:n]}, pen{words: picture[n:]}
}

// line writes a plane of the columns of an address.
func (q *packer) line(row row, plane int) {
	n, full := q.p.bits(), q.p.perWord()*q.p.bits()
	m, last := q.p.second.bits, 0
	if m > 0 {
		last = q.p.second.columns() * m
	}
	put := func(c code) {
		q.first.put(c.first, n, full)
		if m > 0 {
			q.rest.put(c.second, m, last)
		}
	}
	for range q.p.columns - q.p.width {
		put(q.codes[0])
	}
	for x := range row {
		put(q.codes[row[x][plane]])
	}
}
