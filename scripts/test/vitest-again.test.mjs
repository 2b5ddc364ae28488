import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { flakyTests } from './closing.mjs';
import { vitestAgain } from './steps.mjs';

test('Vitest retries tests, except those with random input', () => {
  const config = ['--config', 'scripts/test/fixtures/vitest.config.mjs'];
  const { status, stdout } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...config, ...vitestAgain], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 120_000,
  });
  assert.deepEqual(flakyTests(stdout), ['scripts/test/fixtures/again.mjs late']);
  assert.match(stdout, /Tests +2 failed \| 1 passed/);
  assert.notEqual(status, 0);
});
