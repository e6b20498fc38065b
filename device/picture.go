package device

import "github.com/ledpost/ledpost/render"

// Picture is what a device of this configuration shows of n, from its lead-in
// on; one pass of its frames is its Period. n must be valid.
func Picture(cfg Config, n Notification) *render.Sequence {
	p := painter{&cfg, cfg.Look.complete()}
	return p.frames(&n)
}
