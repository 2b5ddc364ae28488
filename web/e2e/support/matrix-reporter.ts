import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { placements } from './placements.js';
import { everyTest, everyViewport } from './selection.js';

const FILE = fileURLToPath(new URL('../../../docs/wallets.md', import.meta.url));

const GROUP = /^(.+) on the (\w+) page$/;

const SIGNS: Readonly<Record<TestResult['status'], string>> = {
  passed: '✓',
  failed: '✗',
  timedOut: '✗',
  interrupted: '✗',
  skipped: '–',
};

/** The line and column of a test in the table; null if the test is not part of the matrix. */
function placeOf(test: TestCase): { readonly line: string; readonly column: string } | null {
  const [, project = '', , ...groups] = test.titlePath();
  const [, wallet, placement] =
    groups.map((group) => GROUP.exec(group)).find((found) => found !== null) ?? [];
  if (wallet === undefined || placement === undefined) return null;
  const line = `${wallet} | ${test.title.replace(/\[[\w.]+\]\s*/g, '')}`;
  return { line, column: `${placement} ${project}` };
}

/** Writes docs/wallets.md from a run of the wallets' matrix: scenarios, placements and results. */
export default class MatrixReporter implements Reporter {
  /** Results by scenario, then by placement and device. */
  readonly #results = new Map<string, Map<string, string>>();

  /** Adds the lines in the order of the sources, whatever the order in which tests end. */
  onBegin(_: FullConfig, suite: Suite): void {
    for (const test of suite.allTests()) {
      const place = placeOf(test);
      if (place && !this.#results.has(place.line)) this.#results.set(place.line, new Map());
    }
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const place = placeOf(test);
    if (place) this.#results.get(place.line)?.set(place.column, SIGNS[result.status]);
  }

  onEnd(): void {
    if (this.#results.size === 0) return;
    if (!everyTest || !everyViewport)
      throw new Error('the table needs all tests: set EVERY_TEST=1 and EVERY_VIEWPORT=1');
    const columns = placements.flatMap(({ name }) =>
      ['desktop', 'phone'].map((device) => `${name} ${device}`),
    );
    const rows = [...this.#results].map(([scenario, row]) =>
      ['', scenario, ...columns.map((column) => row.get(column) ?? ' '), ''].join(' | ').trim(),
    );
    writeFileSync(
      FILE,
      [
        '# How each wallet was tested',
        '',
        'Read this page to find out which cases the browser tests cover with each wallet. Every row is a purchase, or an attempt at',
        'one, in a real browser on the demo shop with the emulated wallet. The test checks order, ledger and stock.',
        '`make wallets-matrix` writes this page; do not edit it.',
        '',
        `| wallet | what happens | ${columns.join(' | ')} |`,
        `|---|---|${columns.map(() => ':-:').join('|')}|`,
        ...rows,
        '',
      ].join('\n'),
    );
  }
}
