'use strict';

// node aedes.js: a broker that speaks MQTT 3.1.1 alone, on a free port of
// loopback. It says the port, then a JSON array [topic, payload] for each message
// of a client; a line of that form on standard input is published.

const aedes = require('aedes')();
const readline = require('node:readline');

const server = require('node:net').createServer(aedes.handle);
aedes.on('publish', (packet, client) => client && console.log(JSON.stringify([packet.topic, String(packet.payload)])));
for (const event of ['connectionError', 'clientError']) {
	aedes.on(event, (client, error) => console.error(`${event}: ${error.message}`));
}
readline.createInterface({ input: process.stdin }).on('line', line => {
	const [topic, payload] = JSON.parse(line);
	aedes.publish({ topic, payload, qos: 1, retain: false, cmd: 'publish', dup: false }, () => undefined);
}).on('close', () => process.exit(0));
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address().port)));
