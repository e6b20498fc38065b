// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/qr"
)

// maxCode is the maximum length of a text in a QR code, in bytes.
const maxCode = 1024

// postCode answers with a text as a QR code, for the page to draw. The text is in the
// body since it may hold a key.
func postCode(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Text wire.Word `json:"text"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	f.Check("text", body.Text.Value)
	if n := len(body.Text.Text); n == 0 || n > maxCode {
		f.Add("text", "want 1 to 1024 bytes")
	}
	if err := f.Err(); err != nil {
		return err
	}
	rows, err := qr.Rows(body.Text.Text)
	if err != nil {
		return err // cannot happen: so many bytes fit
	}
	return rest.WriteJSON(w, http.StatusOK, struct {
		Rows []string `json:"rows"`
	}{rows})
}
