//go:build !linux

package e2e

import (
	"errors"
	"os/exec"
)

type cable struct{ address string }

func theCable() (cable, error) { return cable{}, errors.New("network namespaces need Linux") }

func (cable) enter(*exec.Cmd) {}
