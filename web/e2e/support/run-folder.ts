import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Test processes inherit this variable from the process that starts them. */
const VARIABLE = 'ZKRATKA_E2E_RUN';

/** The folder with all files of one run of the browser tests. */
export function runFolder(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error(`no ${VARIABLE}: Playwright has run no global setup`);
  return folder;
}

/** Creates the run's folder. */
export function createRunFolder(): void {
  process.env[VARIABLE] = mkdtempSync(join(tmpdir(), 'zkratka-e2e-'));
}

/** Removes the run's folder with everything in it. */
export function removeRunFolder(): void {
  rmSync(runFolder(), { recursive: true, force: true, maxRetries: 3 });
}
