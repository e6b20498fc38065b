'use strict';

// node lametric-local.js URL KEY: makes every call that the client has, and says
// how many; the first that fails ends it with its error. The one of Bluetooth
// alone may be refused, where there is no adapter.

const LaMetricLocal = require('lametric-local');

const [url, key] = process.argv.slice(2);
const device = new LaMetricLocal({ base_url: url, basic_authorization: Buffer.from(`dev:${key}`).toString('base64') });

let calls = 0;

async function does(name, ...args) {
	calls++;
	try {
		return await device[name](...args);
	} catch (error) {
		throw new Error(`${name}: ${JSON.stringify(error)}`, { cause: error });
	}
}

function want(what, ok) {
	if (!ok) {
		throw new Error(`wanted ${what}`);
	}
}

async function main() {
	want('the version of the API', (await does('getApiVersion')).api_version);
	want('the name alone', Object.keys(await does('getDeviceState', ['name'])).join() === 'name');
	const apps = await does('getApps');
	const pack = 'com.lametric.countdown';
	want('the countdown among the apps', apps[pack]);
	const widget = Object.keys((await does('getApp', pack)).widgets)[0];
	await does('switchToNextApp');
	await does('switchToPreviousApp');
	await does('activateWidget', pack, widget);
	await does('interactWithWidget', pack, widget, 'countdown.configure', { duration: 60, start_now: false });
	const sent = await does('pushNotification', { cycles: 0, frames: [{ icon: 'i2867', text: 'hello' }] }, 'warning', 'info', 60000);
	want('it in the queue', (await does('getNotificationQueue')).some(n => n.id === sent.success.id));
	want('success', (await does('cancelNotification', sent.success.id)).success);
	await does('getDisplayState');
	want('the brightness', (await does('updateDisplayState', 30, 'manual', { enabled: false })).success.data.brightness === 30);
	await does('getAudioState');
	want('the volume', (await does('updateAudioState', 12)).success.data.volume === 12);
	const bluetooth = await does('getBluetoothState');
	await device.updateBluetoothState(true).catch(error => want('it refused for want of an adapter', !bluetooth.available && error[0].message));
	await does('getWifiState');
	console.log(`${calls} calls`);
}

main().catch(error => {
	console.error(error.message);
	process.exit(1);
});
