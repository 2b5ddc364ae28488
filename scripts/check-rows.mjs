// Fails if a row of the specification loses its last test. docs/proved-rows.txt lists the rows named by tests that always run.
// Tests that run only before a release do not count.
//   node scripts/check-rows.mjs            compare the list with the tests
//   node scripts/check-rows.mjs --write    write the list
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  faultsOf,
  inOrder,
  listedRows,
  rowsOfBrowserTests,
  rowsOfRust,
  rowsOfUnitTests,
} from './proved-rows.mjs';

const LIST = 'docs/proved-rows.txt';
const HEAD = `# The rows of the specification that are named by tests which always run. No row may lose its last one.
# node scripts/check-rows.mjs compares, node scripts/check-rows.mjs --write writes this list.
`;
const MEBIBYTE = 1024 * 1024;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const output = (command, words, env = process.env) =>
  execFileSync(command, words, { encoding: 'utf8', env, maxBuffer: 64 * MEBIBYTE });

/** The files of the working tree with these extensions, including uncommitted ones. */
const files = (...patterns) =>
  output('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...patterns])
    .trim()
    .split('\n');

const rowsOfFiles = (rowsOf, ...patterns) =>
  files(...patterns).flatMap((file) => rowsOf(readFileSync(file, 'utf8')));

/** Lists the tests that always run, whatever the environment selects. */
function browserTests() {
  const env = { ...process.env };
  delete env.EVERY_TEST;
  delete env.EVERY_VIEWPORT;
  const words = ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json'];
  return JSON.parse(output('node', [...words, '--config', 'web/e2e/playwright.config.ts'], env));
}

const named = inOrder([
  ...rowsOfFiles(rowsOfRust, 'crates/*.rs', 'bench/*.rs'),
  ...rowsOfFiles(rowsOfUnitTests, 'web/*.test.ts', 'web/*.test.tsx', 'web/*.test.mjs'),
  ...rowsOfBrowserTests(browserTests()),
]);

if (process.argv.includes('--write')) {
  writeFileSync(LIST, `${HEAD}${named.join('\n')}\n`);
  console.log(`${LIST}: ${named.length} rows`);
  process.exit(0);
}

const faults = faultsOf(listedRows(readFileSync(LIST, 'utf8')), named);
if (faults.length > 0) {
  console.error(`${faults.join('\n')}\n(to update ${LIST}: node scripts/check-rows.mjs --write)`);
  process.exit(1);
}
console.log(`${named.length} rows of the specification, each named by a test that always runs`);
