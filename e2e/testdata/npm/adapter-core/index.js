'use strict';

// A stand-in for ioBroker, so that its adapters run unmodified and alone. Its
// objects come from the adapter's own io-package.json, its configuration from the
// environment variable ADAPTER_CONFIG, a JSON object.
//
// Standard input has one JSON object a line, which is what a user does:
//   {"id": "meta.mode", "val": "auto"}             changes a state
//   {"command": "notification", "message": {...}}  sends the adapter a message
// and its end stops the adapter. Standard output has what becomes of it:
//   {"id", "val", "ack"}  a state was set      {"log": "warn", "text"}  it said
//   {"reply", "command"}  a message's answer
// As ioBroker does, it warns of a state that has no object and of one whose value
// has another type than its object says.

const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');

function packageOf(file) {
	let dir = path.dirname(fs.realpathSync(file));
	while (!fs.existsSync(path.join(dir, 'io-package.json'))) {
		dir = path.dirname(dir);
	}
	return JSON.parse(fs.readFileSync(path.join(dir, 'io-package.json'), 'utf8'));
}

const say = line => process.stdout.write(`${JSON.stringify(line)}\n`);

class Adapter extends EventEmitter {
	constructor(options) {
		super();
		const { common, native, instanceObjects } = packageOf(process.argv[1]);
		this.version = common.version;
		this.namespace = `${options.name}.0`;
		this.config = { ...native, ...JSON.parse(process.env.ADAPTER_CONFIG || '{}') };
		this.states = new Map();
		this.objects = new Map((instanceObjects || []).map(o => [this.full(o._id), { ...o, _id: this.full(o._id) }]));
		this.log = {};
		for (const level of ['silly', 'debug', 'info', 'warn', 'error']) {
			this.log[level] = text => say({ log: level, text: String(text) });
		}
		setImmediate(() => this.emit('ready'));
		readline.createInterface({ input: process.stdin }).on('line', line => this.user(JSON.parse(line))).on('close', () => this.stop());
	}

	user(does) {
		if (does.command) {
			this.emit('message', { ...does, from: 'system.adapter.test.0', callback: { id: 1 } });
			return;
		}
		const state = { val: does.val, ack: false };
		this.states.set(this.full(does.id), state);
		this.emit('stateChange', this.full(does.id), state);
	}

	stop() {
		this.emit('unload', () => setTimeout(() => process.exit(0), 500));
	}

	full(id) {
		return id.startsWith(`${this.namespace}.`) || id === this.namespace ? id : `${this.namespace}.${id}`;
	}

	async setState(id, state, ack) {
		state = state !== null && typeof state === 'object' ? state : { val: state, ack: Boolean(ack) };
		id = this.full(id);
		const object = this.objects.get(id);
		const type = object?.common?.type;
		if (!object) {
			this.log.warn(`State "${id}" has no existing object`);
		} else if (state.val !== null && type && !['mixed', 'json'].includes(type) && typeof state.val !== type) {
			this.log.warn(`State value to set for "${id}" has to be type "${type}" but received type "${typeof state.val}"`);
		}
		this.states.set(id, { ...state, ack: Boolean(state.ack) });
		say({ id: id.slice(this.namespace.length + 1), val: state.val === undefined ? '<undefined>' : state.val, ack: Boolean(state.ack) });
		this.emit('stateChange', id, this.states.get(id));
	}

	async setStateChangedAsync(id, state) {
		const old = this.states.get(this.full(id));
		if (!old || old.val !== state.val || old.ack !== state.ack) {
			await this.setState(id, state);
		}
	}

	async getStateAsync(id) {
		return this.states.get(this.full(id)) ?? null;
	}

	async getForeignStateAsync(id) {
		return this.states.get(id) ?? null;
	}

	async getStatesAsync(pattern) {
		const begin = this.full(pattern.replace(/\*$/, ''));
		return Object.fromEntries([...this.states].filter(([id]) => id.startsWith(begin)));
	}

	async getObjectAsync(id) {
		return this.objects.get(this.full(id)) ?? null;
	}

	async getForeignObjectAsync(id) {
		return this.objects.get(id) ?? null;
	}

	async setObjectNotExistsAsync(id, object) {
		if (!this.objects.has(this.full(id))) {
			this.objects.set(this.full(id), { ...object, _id: this.full(id) });
		}
	}

	async extendObject(id, object) {
		const old = this.objects.get(this.full(id)) ?? {};
		this.objects.set(this.full(id), {
			...old,
			...object,
			common: { ...old.common, ...object.common },
			native: { ...old.native, ...object.native },
			_id: this.full(id),
		});
	}

	async delObjectAsync(id, options) {
		for (const key of [...this.objects.keys()]) {
			if (key === this.full(id) || (options?.recursive && key.startsWith(`${this.full(id)}.`))) {
				this.objects.delete(key);
				this.states.delete(key);
			}
		}
	}

	async getObjectViewAsync(design, type, { startkey, endkey }) {
		const found = [...this.objects].filter(([id, o]) => o.type === type && id >= startkey && id <= endkey);
		return { rows: found.map(([id, value]) => ({ id, value })) };
	}

	async getChannelsOfAsync(parent) {
		return [...this.objects.values()].filter(o => o.type === 'channel' && o._id.startsWith(`${this.full(parent)}.`));
	}

	sendTo(to, command, reply) {
		say({ reply: reply instanceof Error ? { error: String(reply) } : reply, command });
	}

	formatValue(value, decimals) {
		return Number(value).toFixed(decimals);
	}

	setTimeout(...args) {
		return setTimeout(...args);
	}

	clearTimeout(timer) {
		clearTimeout(timer);
	}

	setInterval(...args) {
		return setInterval(...args);
	}

	clearInterval(timer) {
		clearInterval(timer);
	}

	terminate(code) {
		this.log.error(`terminated with ${code}`);
		process.exit(1);
	}

	restart() {
		this.log.error('asks to be restarted');
	}

	supportsFeature() {
		return false;
	}

	async registerNotification(scope, category, text) {
		this.log.warn(`notification ${category}: ${text}`);
	}
}

for (const name of ['subscribeStatesAsync', 'subscribeForeignStatesAsync', 'subscribeForeignObjectsAsync', 'unsubscribeForeignStatesAsync', 'unsubscribeForeignObjectsAsync']) {
	Adapter.prototype[name] = async () => undefined;
}

module.exports = { Adapter };
