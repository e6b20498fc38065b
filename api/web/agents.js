// SPDX-License-Identifier: Apache-2.0

// Names of the programs that use the device.

import { t } from './words.js';

// What programs call themselves, and who they are.
const known = [[/HomeAssistant|aiohttp/i, 'Home Assistant'], [/node-red|axios|got \(/i, 'Node-RED'], [/iobroker/i, 'ioBroker'], [/openhab|jetty/i, 'openHAB'],
  [/apprise/i, 'Apprise'], [/homebridge/i, 'Homebridge'], [/prometheus/i, 'Prometheus'], [/^curl/i, 'curl'], [/python-requests|python/i, 'Python'], [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'], [/Chrome\//, 'Chrome'], [/Safari\//, 'Safari'], [/^Go-http/i, 'Go'], [/^Wget/i, 'Wget']];
const programs = /^(HomeAssistant|aiohttp|node-red|axios|ioBroker|openHAB|Jetty|Apprise|homebridge|Prometheus|curl|python|python-requests|Python-urllib|Go-http-client|Wget)$/i;

// nameOf is the name of a program that calls itself agent.
export const nameOf = (agent) => known.find(([pattern]) => pattern.test(agent))?.[1] || agent.slice(0, 40) || t('clients.nameless');

// The addresses of a browser on the device itself, as in the simulator and in the demo.
const here = ['127.0.0.1', '::1'];

// The name of the key that the device gives to the browser that claims it (claimName of api/keys).
const claimant = /^claimed-[\da-f.-]+$/;

// senderOf is the name of who has sent a message: that of the program, or as it is what may
// be the name of a key, or an address.
export function senderOf(client) {
  if (here.includes(client) || claimant.test(client)) return t('now.browser');
  return programs.test(client) ? nameOf(client) : client;
}
