//go:build !linux

package page

import (
	"errors"
	"os/exec"
)

type cable struct{ address string }

func theCable() (cable, error) { return cable{}, errors.New("network namespaces need Linux") }

func (cable) enter(*exec.Cmd) {}
