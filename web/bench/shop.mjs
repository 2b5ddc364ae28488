import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {'google_pay' | 'apple_pay' | 'paypal'} Wallet */
/** @typedef {{ origin: string, address: string, close: () => Promise<void> }} Shop `address`: where it listens; `origin`: its origin in browsers */

const START_DEADLINE_MS = 20_000;
const END_DEADLINE_MS = 5_000;
const ANSWER_DEADLINE_MS = 1_000;

/** @type {readonly Wallet[]} */
const WALLETS = ['google_pay', 'apple_pay', 'paypal'];

const demo = fileURLToPath(new URL('../../themes/demo/', import.meta.url));

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

/** A free port. @returns {Promise<number>} */
const freePort = () =>
  new Promise((found, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => {
        found(port);
      });
    });
  });

/**
 * The demo's configuration with another port, another store and these wallets.
 * @param {{ port: number, origin: string, folder: string, wallets: readonly Wallet[] }} options
 */
async function configuration({ port, origin, folder, wallets }) {
  /** @type {[RegExp, string][]} */
  const changes = [
    [/^listen = .*$/m, `listen = "127.0.0.1:${port}"`],
    [/^public_origin = .*$/m, `public_origin = "${origin}"`],
    [/^sqlite = .*$/m, `sqlite = "${join(folder, 'shop.sqlite')}"`],
    [/^ledger = .*$/m, `ledger = "${join(folder, 'ledger.sqlite')}"`],
    [/^import = .*$/m, `import = ["${join(demo, 'catalogue.csv')}"]`],
    [/^downloads = .*$/m, `downloads = "${join(demo, 'downloads')}"`],
    [/^recommended = .*$/m, `recommended = "${wallets.includes('google_pay') ? 'google_pay' : ''}"`],
    ...WALLETS.map(
      (wallet) =>
        /** @type {[RegExp, string]} */ ([
          new RegExp(`^(\\[wallets\\.${wallet}\\]\\n(?:#.*\\n)*)enabled = .*$`, 'm'),
          `$1enabled = ${wallets.includes(wallet)}`,
        ]),
    ),
  ];
  let text = await readFile(join(demo, 'zkratka.toml'), 'utf8');
  for (const [line, replacement] of changes) {
    if (!line.test(text)) throw new Error(`The demo's configuration has no line ${line}`);
    text = text.replace(line, replacement);
  }
  return text;
}

/** @param {string} url */
async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(ANSWER_DEADLINE_MS) })).ok;
  } catch {
    return false;
  }
}

/** @param {import('node:child_process').ChildProcess} server */
async function end(server) {
  if (server.exitCode !== null) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  const late = setTimeout(() => server.kill('SIGKILL'), END_DEADLINE_MS);
  await ended;
  clearTimeout(late);
}

/**
 * Starts a program as the demo shop, with a new store.
 * @param {string} program @param {readonly Wallet[]} wallets
 * @param {string} [publicOrigin] its origin in browsers, if it differs from the address
 * @returns {Promise<Shop>}
 */
export async function openShop(program, wallets, publicOrigin) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const origin = publicOrigin ?? address;
  const folder = await mkdtemp(join(tmpdir(), 'zkratka-bench-web-'));
  const file = join(folder, 'zkratka.toml');
  await writeFile(file, await configuration({ port, origin, folder, wallets }));
  const server = spawn(program, ['serve', '--config', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ZKRATKA_LOG: 'error' },
  });
  const close = async () => {
    await end(server);
    await rm(folder, { recursive: true, force: true });
  };
  server.once('error', (error) => {
    console.error(error.message);
  });
  for (const deadline = Date.now() + START_DEADLINE_MS; Date.now() < deadline; await wait(50)) {
    if (server.exitCode !== null) break;
    if (await answers(`${address}/healthz`)) return { origin, address, close };
  }
  await close();
  throw new Error(`${program} does not answer at ${origin}`);
}
