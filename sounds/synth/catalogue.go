// SPDX-License-Identifier: Apache-2.0

package synth

// notifications lists the recipes in the order of the device API.
func notifications() []recipe {
	return []recipe{
		{"bicycle", 2.0, -12.3, bicycle},
		{"car", 0.9, -11, car},
		{"cash", 1.6, -11.9, cash},
		{"cat", 1.0, -11.2, cat},
		{"dog", 0.9, -6.9, dog},
		{"dog2", 0.8, -9.5, dog2},
		{"energy", 2.0, -6.6, energy},
		{"knock-knock", 0.6, 4.6, knock},
		{"letter_email", 1.8, -4.1, letter},
		{"lose1", 2.2, -7.9, lose1},
		{"lose2", 1.3, -8, lose2},
		{"negative1", 0.7, -5.1, negative1},
		{"negative2", 0.65, -6.5, negative2},
		{"negative3", 0.55, -8.6, negative3},
		{"negative4", 1.2, -2.9, negative4},
		{"negative5", 1.4, -8.4, negative5},
		{"notification", 1.4, -7.3, notification1},
		{"notification2", 1.6, -5.8, notification2},
		{"notification3", 1.1, -8.3, notification3},
		{"notification4", 0.9, -6.9, notification4},
		{"open_door", 1.8, -2.2, door},
		{"positive1", 0.7, -5.3, positive1},
		{"positive2", 1.3, -10.9, positive2},
		{"positive3", 0.45, -11.2, positive3},
		{"positive4", 1.5, -9, positive4},
		{"positive5", 0.6, -4, positive5},
		{"positive6", 1.8, -6.6, positive6},
		{"statistic", 1.6, -4.5, statistic},
		{"thunder", 4.0, -10, thunder},
		{"water1", 1.0, 0.5, water1},
		{"water2", 2.0, -3.6, water2},
		{"win", 2.3, -11, win},
		{"win2", 1.4, -9, win2},
		{"wind", 3.9, -0.7, wind},
		{"wind_short", 1.25, 0.9, windShort},
	}
}

// alarms lists the recipes from gentle to urgent.
func alarms() []recipe {
	return []recipe{
		{"alarm1", 4, -4.1, alarm1},
		{"alarm2", 3.6, -0.8, alarm2},
		{"alarm3", 4, -6.7, alarm3},
		{"alarm4", 2.4, -6.9, alarm4},
		{"alarm5", 2, -3.3, alarm5},
		{"alarm6", 3, -10.6, alarm6},
		{"alarm7", 1, -5.4, alarm7},
		{"alarm8", 4, -10.7, alarm8},
		{"alarm9", 1.5, -5.4, alarm9},
		{"alarm10", 2, -4.9, alarm10},
		{"alarm11", 1.05, -4, alarm11},
		{"alarm12", 2, -8.5, alarm12},
		{"alarm13", 1, -5.1, alarm13},
	}
}
