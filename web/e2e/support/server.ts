import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the servers' complete logs, which are searched for secrets. */
const logFolder = process.env['ZKRATKA_TEST_LOGS'];

const START_DEADLINE_MS = 20_000;
const POLL_MS = 10;

/** Kills the remaining servers when the test process exits. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

/** The parameters of a server. */
export interface ServerPlace {
  /** The origin that it will serve. */
  readonly origin: string;
  /** The name of its log. */
  readonly name: string;
}

/** Starts a server, and waits until it answers. */
export async function startServer(
  command: string,
  words: readonly string[],
  { origin, name }: ServerPlace,
): Promise<ChildProcess> {
  const log = logFolder === undefined ? 'inherit' : openSync(join(logFolder, `${name}.log`), 'a');
  const server = spawn(command, words, {
    stdio: ['ignore', 'ignore', log],
    env: { ...process.env, ZKRATKA_LOG: log === 'inherit' ? 'error' : 'debug' },
  });
  if (log !== 'inherit') closeSync(log);
  running.add(server);
  server.once('exit', () => running.delete(server));
  try {
    await answered(server, origin);
  } catch (error) {
    await killServer(server);
    throw error;
  }
  return server;
}

/** Ends a server at once, as a power cut would. */
export async function killServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGKILL');
  await ended;
}

async function answered(server: ChildProcess, origin: string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`zkratka ended with ${String(server.exitCode)}`);
    if (await answers(`${origin}/healthz`)) return;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  throw new Error(`no answer from ${origin} within ${String(START_DEADLINE_MS)} ms`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
}
