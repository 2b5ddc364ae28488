import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import Stopped, { STOPPED } from './playwright-stopped.mjs';
import { runStep } from './run-step.mjs';
import { sayingStopped, slices } from './steps.mjs';

const folder = mkdtempSync(join(tmpdir(), 'playwright-stopped-'));
after(() => rmSync(folder, { recursive: true }));

/** A slice that runs the fixture's browser tests with Playwright's own time limit. */
async function slice(seconds, tests, env = {}) {
  const config = ['--config', 'scripts/test/fixtures/playwright.config.mjs'];
  const limit = `--global-timeout=${seconds * 1000}`;
  const run = ['npx', '--no-install', 'playwright', 'test', ...config, '-g', tests, limit, ...sayingStopped];
  const log = join(folder, 'log');
  const { result } = await runStep({ ...slices[0], run, env }, log, 60_000);
  return { result, output: readFileSync(log, 'utf8') };
}

test('a slice that exceeds Playwright’s time limit is stopped', async () => {
  // This also holds on a machine so busy that no test has begun by then.
  const { result, output } = await slice(3, 'never ends');
  assert.equal(result, 'stopped', output);
});

test('a slice that ends by itself has passed or failed', async () => {
  assert.equal((await slice(60, 'passes')).result, 'passed');
  const { result, output } = await slice(60, 'passes', { TEARDOWN_FAILS: '1' });
  assert.equal(result, 'failed', output);
});

/** Whether the reporter prints its line for a run that ended like this. */
function said(context, { status = 'timedout', outcomes = [], errors = [] }) {
  const log = context.mock.method(console, 'log', () => undefined);
  const reporter = new Stopped();
  reporter.onBegin({}, { allTests: () => outcomes.map((outcome) => ({ outcome: () => outcome })) });
  for (const message of errors) reporter.onError({ message });
  reporter.onEnd({ status });
  const lines = log.mock.calls.map((call) => call.arguments[0]).join('\n');
  log.mock.restore();
  return STOPPED.test(lines);
}

test('a run is stopped only if its time is over and nothing has failed', (context) => {
  const errors = ['Timed out waiting 280s for the test suite to run'];
  const outcomes = ['expected', 'flaky', 'skipped'];
  assert.equal(said(context, { outcomes, errors }), true);
  assert.equal(said(context, { outcomes: [...outcomes, 'unexpected'], errors }), false);
  assert.equal(
    said(context, { outcomes, errors: [...errors, 'Timed out waiting 60000ms from config.webServer.'] }),
    false,
  );
  for (const status of ['passed', 'failed', 'interrupted'])
    assert.equal(said(context, { status, outcomes, errors }), false, status);
});
