package device

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"regexp"
)

// Identity is generated once and kept (docs/decisions.md 5, device).
type Identity struct {
	ID     string `json:"id"`     // decimal
	Serial string `json:"serial"` // [A-Z0-9]{4,32}
	UUID   string `json:"uuid"`   // of the SSDP description, 8-4-4-4-12 hex digits
	Name   string `json:"name"`   // user-given
}

var (
	idForm     = regexp.MustCompile(`^[0-9]{1,18}$`)
	serialForm = regexp.MustCompile(`^[A-Z0-9]{4,32}$`)
	uuidForm   = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// Fill takes from another Identity the fields that are missing or invalid in id, and
// reports whether id was complete.
func (id *Identity) Fill(from Identity) (whole bool) {
	whole = true
	take := func(form *regexp.Regexp, to *string, from string) {
		if !form.MatchString(*to) {
			*to, whole = from, false
		}
	}
	take(idForm, &id.ID, from.ID)
	take(serialForm, &id.Serial, from.Serial)
	take(uuidForm, &id.UUID, from.UUID)
	if id.Name == "" {
		id.Name = from.Name
	}
	return whole
}

// NewIdentity returns an identity that no other device has.
func NewIdentity() Identity {
	const serial = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails
	letters := make([]byte, 16)
	for i := range letters {
		letters[i] = serial[b[i]%32]
	}
	id, _ := rand.Int(rand.Reader, big.NewInt(900_000_000))
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80 // RFC 9562, version 4
	return Identity{
		ID: fmt.Sprint(100_000_000 + id.Int64()), Serial: "LP" + string(letters), Name: "ledpost",
		UUID: fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16]),
	}
}
