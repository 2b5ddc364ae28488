// Runs the tests that prove rules. They must pass without any change, and fail with a rule broken.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from '../test/run-step.mjs';
import { changed } from './change.mjs';

/** Time limits for a command. The run without changes may have to compile everything. */
const UNBROKEN_MINUTES = 60;
const BROKEN_MINUTES = 20;
const MINUTE_MS = 60_000;

/** Why a proof is invalid: its test did not run or failed with the rule unbroken; undefined if the test passed. */
export function faultUnbroken({ hasRun }, { result, output }) {
  if (result !== 'passed') return `it does not pass as it is: ${result}`;
  return hasRun(output) ? undefined : 'no such test was run: has it been renamed?';
}

/** The outcome with the rule broken, if it is not the test's failure; undefined if the test noticed. */
export function faultBroken({ hasFailed }, { result, output }) {
  if (result === 'passed') return 'the test passed';
  if (result !== 'failed') return result;
  return hasFailed(output) ? undefined : 'the run failed, but not by this test: see whether it was compiled';
}

/** Runs commands until one fails. Returns the last one's result and the seconds of all. */
async function untilFailed(commands, run) {
  let seconds = 0;
  let ended;
  for (const command of commands) {
    ended = await run(command);
    seconds += ended.seconds;
    if (ended.result !== 'passed') break;
  }
  return { ...ended, seconds };
}

/** Runs tests in a copy of the working tree. */
export class Attempts {
  #copy;
  #log;
  #env;
  /** The result of each command without any change. */
  #unbroken = new Map();

  constructor(folder) {
    this.#copy = join(folder, 'tree');
    this.#log = join(folder, 'log');
    this.#env = { CARGO_TARGET_DIR: join(folder, 'cargo') };
  }

  /** Runs the proof's commands without changes, each once. Must be called for all proofs before a rule is broken. */
  async unbroken(proof) {
    return untilFailed(proof.runs, async (run) => {
      const key = run.join(' ');
      if (!this.#unbroken.has(key)) this.#unbroken.set(key, await this.#run(run, UNBROKEN_MINUTES));
      return this.#unbroken.get(key);
    });
  }

  /** Runs the proof with the change made, and undoes the change. */
  async broken(change, proof) {
    const path = join(this.#copy, change.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, changed(text, change));
    try {
      return await untilFailed(proof.runs, (run) => this.#run(run, BROKEN_MINUTES));
    } finally {
      writeFileSync(path, text);
    }
  }

  async #run(run, minutes) {
    const step = { name: run.join(' '), run, env: this.#env, cwd: this.#copy };
    const ended = await runStep(step, this.#log, minutes * MINUTE_MS);
    return { ...ended, output: readFileSync(this.#log, 'utf8') };
  }
}
