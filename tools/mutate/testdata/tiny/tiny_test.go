package tiny

import "testing"

func TestSign(t *testing.T) {
	if got := Sign(-3); got != -1 {
		t.Errorf("Sign(-3) is %d", got)
	}
	if got := Sign(3); got != 1 {
		t.Errorf("Sign(3) is %d", got)
	}
}
