// Parses the output of `cargo test --no-fail-fast`: which tests of which targets failed, and whether anything else failed.
import { RANDOM_INPUT } from './random-input.mjs';

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const RESULT = /^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed;/;
const RERUN = /^error: (?:test|doctest) failed, to rerun pass `(.+)`$/;
const NAME = /^ {4}(\S.*)$/;
const RUNNING = /^running \d+ tests?$/;
const SECTION = /^---- (.+) stdout ----$/;

/**
 * Parses line by line. `failures` contains `{ target, name, random }`: `target` are Cargo's arguments for one test binary, and
 * `random` is true if the test's output shows random input. `broken` counts binaries that ended without listing the failed
 * tests, for example by a crash.
 */
export class CargoOutput {
  passed = 0;
  failures = [];
  broken = 0;
  #listed = undefined;
  #failed = undefined;
  #section = undefined;
  #random = new Set();

  line(text) {
    const line = text.replace(COLOUR, '').trimEnd();
    this.#noticeRandom(line);
    const result = RESULT.exec(line);
    const rerun = RERUN.exec(line);
    if (result) this.#result(result);
    else if (rerun) this.#target(rerun[1].split(' '));
    else this.#listing(line);
  }

  /** libtest prints a failing test's output below its name. With --nocapture there is no name: the output may be any test's. */
  #noticeRandom(line) {
    if (RUNNING.test(line)) this.#random.clear();
    this.#section = SECTION.exec(line)?.[1] ?? this.#section;
    if (RANDOM_INPUT.test(line)) this.#random.add(this.#section);
  }

  #isRandom(name) {
    return this.#random.has(name) || this.#random.has(undefined);
  }

  /** libtest lists the failing names under its last "failures:", right before the result. */
  #listing(line) {
    const name = NAME.exec(line);
    if (line === 'failures:') this.#listed = [];
    else if (name) this.#listed?.push(name[1]);
    else if (line !== '') this.#listed = undefined;
  }

  #result([, verdict, passed, failed]) {
    this.passed += Number(passed);
    this.#section = undefined;
    const complete = this.#listed?.length === Number(failed);
    if (verdict === 'FAILED') this.#failed = complete ? this.#listed : undefined;
    this.#listed = undefined;
  }

  #target(target) {
    if (this.#failed === undefined) this.broken += 1;
    else this.failures.push(...this.#failed.map((name) => ({ target, name, random: this.#isRandom(name) })));
    this.#failed = undefined;
  }
}

/** Options of `cargo test` that affect the build. A retry repeats them, so that Cargo builds nothing again. */
const BUILD_FLAGS = new Set([
  '--workspace',
  '--all-features',
  '--release',
  '--quiet',
  '-q',
  '--locked',
  '--offline',
]);
const BUILD_OPTIONS = new Set(['--features', '--profile', '--manifest-path', '--target-dir']);
const TEST_FLAGS = new Set(['--ignored', '--include-ignored', '--nocapture']);

/** The arguments of `cargo` that run one failed test again, alone. */
export function rerunArguments(given, { target, name }) {
  const end = given.indexOf('--');
  const cargo = end === -1 ? given : given.slice(0, end);
  const ours = end === -1 ? [] : given.slice(end + 1);
  const kept = cargo.flatMap((argument, at) => {
    if (BUILD_FLAGS.has(argument)) return [argument];
    return BUILD_OPTIONS.has(argument) ? [argument, cargo[at + 1]] : [];
  });
  // Another set of packages could have other features and would be compiled again.
  const selected = kept.includes('--workspace') ? withoutPackage(target) : target;
  return [
    'test',
    ...kept,
    ...selected,
    '--',
    ...ours.filter((flag) => TEST_FLAGS.has(flag)),
    '--exact',
    name,
  ];
}

function withoutPackage(target) {
  const at = target.indexOf('-p');
  return at === -1 ? target : target.toSpliced(at, 2);
}

/** With more failures than this there is no retry. */
export const MOST_RETRIED = 5;

/** Whether to retry the failures of a run: they are few and all of them are named. */
export function worthRetrying({ failures, broken }) {
  return broken === 0 && failures.length > 0 && failures.length <= MOST_RETRIED;
}
