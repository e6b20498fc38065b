// SPDX-License-Identifier: Apache-2.0

package hawkbit

import (
	"fmt"

	"github.com/ledpost/ledpost/update"
)

// progress is the work done for an action so far. It is lost with a restart,
// after which the state of the update says how it went.
type progress struct {
	id        string
	checked   bool // the server of releases was asked for it
	installed bool // the installation was requested
}

// decide returns the feedback to the server about the deployment d, and the action
// for it; "" = nothing. s is the state of updates now, p the work done for d, and
// open whether the device's own window of time is.
func decide(d *deployment, s update.Status, p progress, open bool) (feedback, update.Action) {
	version, err := d.version()
	switch {
	case err != nil:
		return feedback{closed, failure, err.Error()}, ""
	case d.Deployment.Update == "skip" && d.Deployment.Window != shut: // only to be downloaded, which belongs to the installation here
		return feedback{downloaded, success, "it is downloaded when it is installed"}, ""
	case s.Busy():
		return feedback{proceeding, none, s.State}, ""
	case s.Installed == version:
		return feedback{closed, success, "version " + version + " runs"}, ""
	case p.installed:
		return feedback{closed, failure, reason(s)}, ""
	case s.State == update.StateOff:
		return feedback{closed, failure, update.ErrOff.Error()}, ""
	case s.Available != version && !p.checked:
		return feedback{scheduled, none, "looking for version " + version}, update.ActionCheck
	case s.State == update.StateChecking:
		return feedback{scheduled, none, "looking for version " + version}, ""
	case s.Available != version:
		return feedback{closed, failure, notOffered(version, s)}, ""
	case !s.Kind.Installs():
		return feedback{closed, failure, update.ErrNoMeans.Error()}, ""
	case d.Deployment.Window == shut:
		return feedback{scheduled, none, "waiting for the maintenance window"}, ""
	case d.Deployment.Update != "forced" && (!open || !s.Deferred.IsZero()):
		return feedback{scheduled, none, "waiting for the device's own window, or its user"}, ""
	}
	return feedback{proceeding, none, "requested"}, update.ActionInstall
}

// reason returns why an installation that was requested is not there.
func reason(s update.Status) string {
	if s.Error == "" {
		return s.State
	}
	return s.State + ": " + s.Error
}

// notOffered says why version cannot be installed.
func notOffered(version string, s update.Status) string {
	text := fmt.Sprintf("the signed channel %s does not offer version %s to this device", s.Channel, version)
	if s.Error != "" {
		text += ": " + s.Error
	}
	return text
}
