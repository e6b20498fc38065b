// SPDX-License-Identifier: Apache-2.0
'use strict';
// The files of the program: a tree in memory, as Go asks for one (syscall/fs_js.go), of which
// the folder of the data is kept in the browser's database. A name is on the disk after the
// program has synced or renamed something, and a moment.

const files = (() => {
  const kept = '/data', fetched = '/fonts', moment = 100; // ms
  const F = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
  const S_IFDIR = 0o040000, S_IFREG = 0o100000;
  let numbers = 1;
  const folder = () => ({ ino: numbers++, mode: S_IFDIR | 0o700, names: new Map(), at: Date.now() });
  const file = (bytes = new Uint8Array(0), mode = 0o600) => ({ ino: numbers++, mode: S_IFREG | (mode & 0o777), bytes, at: Date.now() });
  const root = folder(), open = new Map();
  let descriptors = 3;

  class Refused extends Error {
    constructor(code) { super(code); this.code = code; }
  }
  const parts = (path) => path.split('/').reduce((all, p) => (p === '' || p === '.' ? all : p === '..' ? all.slice(0, -1) : [...all, p]), []);
  const walk = (names) => names.reduce((at, name) => {
    if (!at.names) throw new Refused('ENOTDIR');
    const next = at.names.get(name);
    if (!next) throw new Refused('ENOENT');
    return next;
  }, root);
  const find = (path) => walk(parts(path));
  const place = (path) => { // the folder of a path, and the last name
    const names = parts(path), name = names.pop();
    if (name === undefined) throw new Refused('EEXIST');
    const dir = walk(names);
    if (!dir.names) throw new Refused('ENOTDIR');
    return [dir, name];
  };
  const opened = (fd) => {
    const f = open.get(fd);
    if (!f) throw new Refused('EBADF');
    return f;
  };
  const stat = (n) => {
    const size = n.names ? 0 : n.bytes.length;
    return { dev: 1, ino: n.ino, mode: n.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: Math.ceil(size / 512),
      atimeMs: n.at, mtimeMs: n.at, ctimeMs: n.at, isDirectory: () => Boolean(n.names) };
  };
  const resize = (n, length) => {
    const bytes = new Uint8Array(length);
    bytes.set(n.bytes.subarray(0, length));
    n.bytes = bytes;
    n.at = Date.now();
  };

  // fetchNow fetches a file that the program wants only at times. The program waits for it, as for a disk.
  const fetchNow = (name) => {
    const asked = new XMLHttpRequest();
    asked.open('GET', name, false);
    asked.responseType = 'arraybuffer';
    try { asked.send(); } catch { throw new Refused('EIO'); }
    if (asked.status !== 200) throw new Refused('ENOENT');
    return new Uint8Array(asked.response);
  };

  const database = () => new Promise((done, failed) => {
    const asked = indexedDB.open('ledpost', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('files');
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  const finished = (t) => new Promise((done, failed) => {
    t.oncomplete = done;
    t.onerror = t.onabort = () => failed(t.error);
  });
  const listed = (n, path, all = []) => {
    for (const [name, child] of n.names) {
      all.push({ path: `${path}/${name}`, mode: child.mode, bytes: child.bytes });
      if (child.names) listed(child, `${path}/${name}`, all);
    }
    return all;
  };
  let waiting = 0;
  const save = async () => {
    waiting = 0;
    try {
      const t = (await database()).transaction('files', 'readwrite');
      t.objectStore('files').put(listed(find(kept), kept), 'data');
      await finished(t);
    } catch (e) { // a private window, or a full disk: the device lives until the page is closed
      console.warn('nothing is kept:', e);
    }
  };
  const changed = () => { waiting = waiting || setTimeout(save, moment); };
  const load = async () => {
    for (const path of [kept, fetched, '/etc', '/tmp', '/proc', '/proc/sys', '/proc/sys/kernel', '/proc/sys/kernel/random']) calls.mkdir(path);
    const [dir, name] = place('/proc/sys/kernel/random/boot_id');
    dir.names.set(name, file(new TextEncoder().encode(crypto.randomUUID()))); // each page that is loaded is a start of the machine
    try {
      const asked = (await database()).transaction('files').objectStore('files').get('data');
      const all = await new Promise((done, failed) => { asked.onsuccess = () => done(asked.result); asked.onerror = () => failed(asked.error); });
      for (const { path, mode, bytes } of all || []) {
        const [dir, name] = place(path);
        dir.names.set(name, Object.assign(bytes ? file(bytes) : folder(), { mode }));
      }
    } catch (e) {
      console.warn('nothing was kept:', e);
    }
  };

  const calls = {
    open(path, flags, mode) {
      const [dir, name] = parts(path).length ? place(path) : [null, ''];
      let n = dir ? dir.names.get(name) : root;
      if (!n && path.startsWith(fetched)) dir.names.set(name, n = file(fetchNow(name)));
      if (n && flags & F.O_CREAT && flags & F.O_EXCL) throw new Refused('EEXIST');
      if (!n && !(flags & F.O_CREAT)) throw new Refused('ENOENT');
      if (!n) dir.names.set(name, n = file(undefined, mode));
      if (n.names && flags & (F.O_WRONLY | F.O_RDWR)) throw new Refused('EISDIR');
      if (!n.names && flags & F.O_DIRECTORY) throw new Refused('ENOTDIR');
      if (flags & F.O_TRUNC && !n.names) resize(n, 0);
      open.set(descriptors, { n, at: 0, end: Boolean(flags & F.O_APPEND) });
      return descriptors++;
    },
    close(fd) { opened(fd); open.delete(fd); },
    read(fd, buffer, offset, length, position) {
      const f = opened(fd), at = position === null ? f.at : position;
      if (f.n.names) throw new Refused('EISDIR');
      const part = f.n.bytes.subarray(at, at + length);
      buffer.set(part, offset);
      if (position === null) f.at += part.length;
      return part.length;
    },
    write(fd, buffer, offset, length, position) {
      const part = buffer.subarray(offset, offset + length);
      if (fd === 1 || fd === 2) {
        postMessage({ says: new TextDecoder().decode(part).trimEnd() });
        return length;
      }
      const f = opened(fd), at = f.end ? f.n.bytes.length : position === null ? f.at : position;
      if (at + length > f.n.bytes.length) resize(f.n, at + length);
      f.n.bytes.set(part, at);
      f.n.at = Date.now();
      if (position === null) f.at = at + length;
      return length;
    },
    mkdir(path) {
      const [dir, name] = place(path);
      if (dir.names.has(name)) throw new Refused('EEXIST');
      dir.names.set(name, folder());
      changed();
    },
    readdir: (path) => {
      const n = find(path);
      if (!n.names) throw new Refused('ENOTDIR');
      return [...n.names.keys()];
    },
    rename(from, to) {
      const [dir, name] = place(from), [other, as] = place(to), n = dir.names.get(name), there = other.names.get(as);
      if (!n) throw new Refused('ENOENT');
      if (there && there.names && (!n.names || there.names.size)) throw new Refused(n.names ? 'ENOTEMPTY' : 'EISDIR');
      dir.names.delete(name);
      other.names.set(as, n);
      changed();
    },
    unlink(path) {
      const [dir, name] = place(path), n = dir.names.get(name);
      if (!n) throw new Refused('ENOENT');
      if (n.names) throw new Refused('EISDIR');
      dir.names.delete(name);
      changed();
    },
    rmdir(path) {
      const [dir, name] = place(path), n = dir.names.get(name);
      if (!n) throw new Refused('ENOENT');
      if (!n.names) throw new Refused('ENOTDIR');
      if (n.names.size) throw new Refused('ENOTEMPTY');
      dir.names.delete(name);
      changed();
    },
    stat: (path) => stat(find(path)),
    lstat: (path) => stat(find(path)),
    fstat: (fd) => stat(opened(fd).n),
    truncate: (path, length) => resize(find(path), length),
    ftruncate: (fd, length) => resize(opened(fd).n, length),
    fsync(fd) { opened(fd); changed(); },
    chmod(path, mode) { const n = find(path); n.mode = (n.mode & ~0o777) | (mode & 0o777); },
    fchmod(fd, mode) { const { n } = opened(fd); n.mode = (n.mode & ~0o777) | (mode & 0o777); },
    utimes(path, _, modified) { find(path).at = modified * 1000; },
    chown: (path) => { find(path); }, lchown: (path) => { find(path); }, fchown: (fd) => { opened(fd); },
    readlink: (path) => { find(path); throw new Refused('EINVAL'); },
    link: () => { throw new Refused('EPERM'); }, symlink: () => { throw new Refused('EPERM'); },
  };
  const fs = { constants: F, writeSync: (fd, buffer) => calls.write(fd, buffer, 0, buffer.length, null) };
  for (const [name, call] of Object.entries(calls)) {
    fs[name] = (...args) => { // answers before it returns, which Go allows
      const answer = args.pop();
      let result;
      try { result = call(...args); } catch (e) {
        if (!(e instanceof Refused)) console.error(name, e);
        answer(e instanceof Refused ? e : new Refused('EIO'));
        return;
      }
      answer(null, result);
    };
  }
  return { fs, load, save };
})();

globalThis.fs = files.fs;
globalThis.process = { getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 0,
  umask: () => 0o77, cwd: () => '/', chdir() {} };
