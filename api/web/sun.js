// SPDX-License-Identifier: Apache-2.0

// When the sun rises and sets, within a few minutes: Meeus, Astronomical Algorithms, 25
// and 15, without the corrections below a minute. The device itself reckons more exactly.

const rad = Math.PI / 180, day = 864e5; // ms
const horizon = -0.833; // degrees, of the sun's middle: refraction and its radius

// sunOf is {rise, set} of the day of a moment, both in ms of UTC; null where the sun
// stays above or below the horizon. Degrees are north and east.
export function sunOf(now, latitude, longitude) {
  const noon = Math.floor(now / day) * day + day / 2 - (longitude / 360) * day;
  const d = noon / day - 10957.5; // days since 2000
  const anomaly = (357.529 + 0.98560028 * d) * rad, mean = 280.459 + 0.98564736 * d;
  const lambda = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad, tilt = 23.439 * rad;
  const right = Math.atan2(Math.cos(tilt) * Math.sin(lambda), Math.cos(lambda)) / rad;
  const declination = Math.asin(Math.sin(tilt) * Math.sin(lambda));
  const late = (((mean - right + 180) % 360 + 360) % 360) - 180; // degrees that the sun is before the clock
  const transit = noon - (late / 360) * day;
  const cos = (Math.sin(horizon * rad) - Math.sin(latitude * rad) * Math.sin(declination)) / (Math.cos(latitude * rad) * Math.cos(declination));
  if (Math.abs(cos) > 1) return null;
  const half = (Math.acos(cos) / rad / 360) * day;
  return { rise: transit - half, set: transit + half };
}
