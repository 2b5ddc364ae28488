// The closing lines of a run: the runners' summaries, skipped, flaky and failed tests.

const RUNNERS = /^test result:|^SKIPPED: |Tests +\d+|^ +\d+ (?:passed|failed|flaky|skipped)/;
const FAILURES =
  /^[^ ]+ --- FAILED$|^failed twice: |^failed, not tried again |^ {4}\[(?:desktop|phone)\] ›|^ +FAIL /;
const OUTCOMES = {
  failed: (step) => `FAILED (exit ${step.code})`,
  'out of time': () => 'FAILED, out of time',
  stopped: () => 'stopped when its time was over, nothing failed until then',
};

/** The text for a step's result. */
export const outcome = (ended) => OUTCOMES[ended.result]?.(ended) ?? ended.result;

/** The runners' summary lines of a step. */
export const runnersLines = (output) => output.split('\n').filter((line) => RUNNERS.test(line));

/** The flaky tests. Playwright lists them below their number; other runners print one line for each. */
export function flakyTests(output) {
  const flaky = [];
  let listing = false;
  for (const line of output.split('\n')) {
    if (/^ *\d+ flaky/.test(line)) listing = true;
    else if (/^ *\d+ (?:passed|skipped|did not run)/.test(line)) listing = false;
    else if (line.startsWith('flaky: ')) flaky.push(line.slice('flaky: '.length));
    else if (listing && /^ *\[/.test(line)) flaky.push(line.trim());
  }
  return flaky;
}

/** The failed tests that the runners name. */
export function failedTests(output) {
  const flaky = new Set(flakyTests(output));
  return output.split('\n').filter((line) => FAILURES.test(line) && !flaky.has(line.trim()));
}

const OK = new Set(['passed', 'skipped', 'stopped']);
export const isOk = (ended) => OK.has(ended.result);

/** A line for each step with its clock seconds and processor seconds. */
export const times = (ended) =>
  [
    'step\tresult\tseconds\tprocessor seconds',
    ...ended.map(({ step, result, seconds, processor }) =>
      [step.name, result, seconds, processor ?? ''].join('\t'),
    ),
  ].join('\n') + '\n';

/** The lines before the verdict. `outputs` are the steps' outputs, in the same order. */
export function summary(ended, outputs) {
  const lines = outputs.flatMap(runnersLines);
  for (const { step, result } of ended) {
    if (result === 'skipped') lines.push(`SKIPPED: ${step.name}, more about it above`);
    if (result === 'stopped') lines.push(`STOPPED: ${step.name}, as its time was over; nothing had failed`);
  }
  return lines;
}

/** The verdict: the last lines of a run. */
export function verdictLines(ended, outputs) {
  const flaky = outputs.flatMap(flakyTests).map((name) => `  ${name}`);
  const named = flaky.length > 0 ? ['flaky, passed only when tried again, to be mended:', ...flaky] : [];
  const bad = ended.filter((one) => !isOk(one));
  if (bad.length > 0) {
    const said = bad.map((one) => `── ${one.step.name}: ${outcome(one)}`);
    return [...named, 'something failed, more about it above:', ...said, ...outputs.flatMap(failedTests)];
  }
  if (ended.some(({ result }) => result !== 'passed'))
    return [...named, 'nothing failed, but not all was run'];
  return flaky.length > 0 ? [...named, 'nothing failed'] : ['every check and test passed'];
}
