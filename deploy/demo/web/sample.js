// SPDX-License-Identifier: Apache-2.0
'use strict';
// Weather for a browser that may not fetch the real one, without a network or behind a filter: an April day. The page
// says that it is a sample.

{
  const ask = globalThis.fetch.bind(globalThis), forecasts = /^https:\/\/api\.open-meteo\.com\/v1\/forecast\?/;
  const hour = 3600, day = 24 * hour;
  const series = (n, of) => Array.from({ length: n }, (_, i) => of(i));

  // forecast answers as Open-Meteo does, for now.
  const forecast = (url) => {
    const now = Math.floor(Date.now() / 1000), fahrenheit = new URL(url).searchParams.get('temperature_unit') === 'fahrenheit';
    const degrees = (c) => Math.round(10 * (fahrenheit ? c * 1.8 + 32 : c)) / 10;
    const east = -60 * new Date().getTimezoneOffset(), local = (t) => ((t + east) % day) / hour;
    const at = (t) => degrees(11 + 4 * Math.sin((local(t) - 9) / 12 * Math.PI));
    const midnight = now - (now + east) % day, quarter = now - now % (hour / 4), full = now - now % hour;
    return {
      utc_offset_seconds: east,
      current: { interval: 900, temperature_2m: at(now), weather_code: 80, is_day: local(now) > 6 && local(now) < 20 ? 1 : 0,
        cloud_cover: 60, precipitation: 0.2, snowfall: 0, snow_depth: 0, wind_speed_10m: 4, wind_direction_10m: 250 },
      daily: { time: series(5, (i) => midnight + i * day), weather_code: [80, 2, 0, 61, 3],
        temperature_2m_max: [15, 17, 19, 13, 14].map(degrees), temperature_2m_min: [7, 8, 9, 8, 6].map(degrees) },
      hourly: { time: series(30, (i) => full + i * hour), temperature_2m: series(30, (i) => at(full + i * hour)) },
      minutely_15: { time: series(24, (i) => quarter + (i + 1) * hour / 4),
        precipitation: series(24, (i) => [0.1, 0.3, 0.6, 1, 0.8, 0.4, 0.1][i] ?? 0) },
    };
  };

  globalThis.fetch = async (url, how) => {
    if (!forecasts.test(url)) return ask(url, how);
    try {
      const answer = await ask(url, how);
      postMessage({ sample: false });
      return answer;
    } catch {
      postMessage({ sample: true });
      return new Response(JSON.stringify(forecast(url)), { headers: { 'Content-Type': 'application/json' } });
    }
  };
}
