// Runs the steps of `make test`, or those selected by the arguments, in parallel. Prints each step's output when it ends, then
// the closing lines. Writes the seconds of each step to target/test-times.tsv.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOk, outcome, summary, times, verdictLines } from './closing.mjs';
import { skippedHere } from './missing.mjs';
import { endWithThisProcess, runStep } from './run-step.mjs';
import { schedule } from './schedule.mjs';
import { chosenSteps, USAGE } from './selection.mjs';

/** The processors that the schedule assumes. More processors make each step faster, but do not add parallel steps. */
const CORES = 2;
/** The default time limit of a step. */
const STEP_MINUTES = 15;
/** The time limit of the run. Steps that have not ended by then have failed. */
const RUN_MINUTES = Number(process.env.TEST_MINUTES ?? 80);
const TIMES = 'target/test-times.tsv';

const chosen = chosenSteps(process.argv.slice(2), process.env);
if (chosen.list) {
  console.log(chosen.list.join('\n'));
  process.exit(0);
}
if (!chosen.steps) {
  console.error(USAGE);
  process.exit(2);
}

const logs = mkdtempSync(join(tmpdir(), 'zkratka-tests-'));
// The shops of the browser tests write their complete logs there.
const shops = join(logs, 'shops');
mkdirSync(shops);
process.env.ZKRATKA_TEST_LOGS = shops;

endWithThisProcess(() => {
  rmSync(logs, { recursive: true, force: true });
});

const minutes = (count) => count * 60_000;
const until = Date.now() + minutes(chosen.unlimited ? 24 * 60 : RUN_MINUTES);
let started = 0;

async function run(step) {
  started += 1;
  const left = Math.max(1_000, until - Date.now());
  const log = join(logs, `${started}.log`);
  const ended = await runStep(step, log, Math.min(minutes(step.minutes ?? STEP_MINUTES), left));
  console.log(`── ${step.name}\n${readFileSync(log, 'utf8').trimEnd()}`);
  console.log(`── ${step.name}: ${outcome(ended)} in ${ended.seconds} s`);
  return ended;
}

/** The errors that the shops of the browser tests logged. */
const shopErrors = () =>
  readdirSync(shops, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n'))
    .filter((line) => line.includes('"level":"ERROR"'))
    .slice(0, 20);

const ended = await schedule(chosen.steps, run, CORES);
const secrets = {
  name: 'no key, token or card number was printed',
  run: ['node', 'scripts/check-printed-secrets.mjs', logs],
};
ended.push({ step: secrets, ...(await run(secrets)) });

mkdirSync('target', { recursive: true });
writeFileSync(TIMES, times(ended));
const outputs = ended.map(({ log }) => (log ? readFileSync(log, 'utf8') : ''));
const closing = [
  ...shopErrors(),
  ...skippedHere(),
  ...summary(ended, outputs),
  `seconds of each step: ${TIMES}`,
];
console.log([...closing, ...verdictLines(ended, outputs)].join('\n'));
process.exitCode = ended.every(isOk) ? 0 : 1;
