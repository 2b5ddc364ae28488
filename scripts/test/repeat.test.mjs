import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('repeat', import.meta.url));

function repeat(...args) {
  const folder = mkdtempSync(join(tmpdir(), 'repeat-test-'));
  try {
    const env = { ...process.env, TMPDIR: folder };
    const { status, stdout } = spawnSync(script, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    const log = /^run \d+ failed: (.+)$/m.exec(stdout)?.[1];
    return { status, stdout, log: log && readFileSync(log, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('counts failed runs and keeps their output', () => {
  const second = 'echo x >> ran; echo "run $(wc -l < ran)"; [ "$(wc -l < ran)" -ne 2 ]';
  const { status, stdout, log } = repeat('-n', '3', '-b', '1', 'sh', '-c', second);
  assert.match(stdout, /^1 of 3 runs failed, in \d+ s beside 1 busy processes$/m);
  assert.equal(log, 'run 2\n');
  assert.equal(status, 1);
});

test('passes if no run failed', () => {
  const { status, stdout } = repeat('-n', '2', '-b', '0', 'true');
  assert.match(stdout, /^0 of 2 runs failed/);
  assert.equal(status, 0);
});

test('begins no run when the time is over', () => {
  const { stdout } = repeat('-s', '1', '-b', '0', 'sleep', '1.2');
  assert.match(stdout, /^0 of 1 runs failed/m);
});
