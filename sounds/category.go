package sounds

// CategoryOf returns the category that has the built-in sound id, "" if none has:
// no id is in two.
func CategoryOf(id string) string {
	for _, c := range Categories() {
		if Exists(c, id) {
			return c
		}
	}
	return ""
}
