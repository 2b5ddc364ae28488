// Runs one step's command with a time limit. Its output goes to a file, so that outputs of parallel steps do not mix.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { clearTimeout, setTimeout } from 'node:timers';

/** Some runners print colour codes even into a file. They would precede the line starts that other code matches. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const PROCESSOR = /^── processor: ([\d.]+) ([\d.]+)\n?/m;
/** The grace period of a command after the signal to end. */
const GRACE_MS = 15_000;
/** The exit code and the message of a step that cannot run because a tool is missing. */
const SKIPPED = 77;
const SKIPPED_LINE = /^SKIPPED: /m;

/** The running process groups. */
const groups = new Set();

function signal(group, name) {
  try {
    process.kill(-group, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Signals all running process groups, without waiting. */
function endEverything() {
  for (const group of groups) signal(group, 'SIGTERM');
}

const printed = (log) => readFileSync(log, 'utf8').replace(COLOUR, '');

/** Ends the running commands when this process ends, by a signal or by itself, then calls `then`. */
export function endWithThisProcess(then = () => undefined) {
  process.on('exit', () => {
    endEverything();
    then();
  });
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(name, () => process.exit(code));
  }
}

/** Runs a command in a new process group. Resolves to its exit code, and to its output so far if the limit ended it. */
function spawned({ run, env, cwd }, log, limitMs) {
  return new Promise((resolve) => {
    const file = openSync(log, 'w');
    const timed = 'TIMEFORMAT="── processor: %U %S"; time "$@" 2>&1';
    const child = spawn('bash', ['-c', timed, 'bash', ...run], {
      cwd,
      stdio: ['ignore', file, file],
      env: { ...process.env, ...env },
      detached: true,
    });
    closeSync(file);
    groups.add(child.pid);
    let cut;
    let last;
    const limit = setTimeout(() => {
      cut = printed(log);
      signal(child.pid, 'SIGTERM');
      last = setTimeout(() => signal(child.pid, 'SIGKILL'), GRACE_MS);
    }, limitMs);
    child.on('exit', (code) => {
      clearTimeout(limit);
      clearTimeout(last);
      groups.delete(child.pid);
      resolve({ code: code ?? 1, cut });
    });
  });
}

/**
 * The result of a step that printed `output`, or `cut` before its limit ended it. A bounded step counts as stopped, not failed,
 * if its time was over before a test failed: another commit runs the rest. A step that exits with an error has failed, unless
 * it prints a `stopped` line, which reports that its own time was over.
 */
export function verdict(step, { code, cut }, output) {
  if (cut !== undefined) {
    if (step.failed?.test(cut)) return 'failed';
    return step.bounded ? 'stopped' : 'out of time';
  }
  if (code === 0) return 'passed';
  if (code === SKIPPED && step.skippable && SKIPPED_LINE.test(output)) return 'skipped';
  return step.bounded && step.stopped?.test(output) ? 'stopped' : 'failed';
}

/** Runs a step. Returns its result, clock seconds, processor seconds, exit code, and the path of its output. */
export async function runStep(step, log, limitMs) {
  const began = Date.now();
  const ended = await spawned(step, log, limitMs);
  const output = printed(log);
  const processor = PROCESSOR.exec(output);
  writeFileSync(log, output.replace(PROCESSOR, ''));
  return {
    result: verdict(step, ended, output),
    code: ended.code,
    seconds: Math.round((Date.now() - began) / 1000),
    processor: processor ? Math.round(Number(processor[1]) + Number(processor[2])) : undefined,
    log,
  };
}
