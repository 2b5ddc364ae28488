// Changes the code in small ways, one at a time (mutants), and requires that a test notices each. See docs/testing.md.
//   node scripts/mutants/main.mjs                  everything: many hours
//   node scripts/mutants/main.mjs --rust 3/40      the third of forty equal samples of the Rust mutants
//   node scripts/mutants/main.mjs --web            the embed's flows
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { closing, isEnough } from './report.mjs';
import { TESTED_BY, rustOutcomes } from './rust.mjs';
import { webOutcomes } from './web.mjs';

const USAGE = 'usage: node scripts/mutants/main.mjs [--rust [PART/PARTS] | --web]';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'target/mutants');
const STRYKER = join(ROOT, 'scripts/mutants/node_modules/@stryker-mutator/core/bin/stryker.js');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Runs a command to its end. Survivors are counted from its files, so only a failure to run is a fault. */
function run(command, words, mayEnd) {
  const { status, error } = spawnSync(command, words, { cwd: ROOT, stdio: 'inherit' });
  if (error) throw new Error(`${command} did not start: ${error.message}`);
  if (!mayEnd.includes(status)) throw new Error(`${command} ended with ${status}`);
}

function mutantsOf(crate, testedBy, sample) {
  const output = join(FOLDER, crate);
  mkdirSync(output, { recursive: true });
  const tests = testedBy.flatMap((name) => ['--test-package', name]);
  const words = [
    'mutants',
    '--package',
    crate,
    ...tests,
    '--output',
    output,
    '--no-shuffle',
    '--colors',
    'never',
  ];
  // cargo-mutants ends with 2 if mutants survived and with 3 if some ran out of time.
  run('cargo', [...words, ...sample], [0, 2, 3]);
  return rustOutcomes(readJson(join(output, 'mutants.out/outcomes.json')));
}

function rust(part) {
  const sample = part === undefined ? [] : ['--shard', part, '--sharding', 'round-robin'];
  return Object.entries(TESTED_BY).flatMap(([crate, testedBy]) => mutantsOf(crate, testedBy, sample));
}

function web() {
  run(process.execPath, [STRYKER, 'run', 'scripts/mutants/stryker.config.mjs'], [0]);
  return webOutcomes(readJson(join(FOLDER, 'stryker.json')));
}

/** cargo-mutants counts parts from zero. */
function partOf(text) {
  const [part, parts] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text)?.slice(1).map(Number) ?? [1, 0];
  return part <= parts ? `${part - 1}/${parts}` : undefined;
}

/** What the words ask for, or undefined if they ask for nothing known. */
function asked([kind, part, ...more]) {
  if (more.length > 0) return undefined;
  if (kind === undefined)
    return [
      ['Rust', () => rust()],
      ['web', web],
    ];
  if (kind === '--web' && part === undefined) return [['web', web]];
  if (kind !== '--rust') return undefined;
  if (part === undefined) return [['Rust', () => rust()]];
  const sample = partOf(part);
  return sample && [[`Rust, part ${part}`, () => rust(sample)]];
}

const runs = asked(process.argv.slice(2));
if (runs === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  mkdirSync(FOLDER, { recursive: true });
  const results = runs.map(([name, start]) => ({ name, outcomes: start() }));
  console.log(results.map(closing).join('\n'));
  process.exitCode = results.every(isEnough) ? 0 : 1;
}
