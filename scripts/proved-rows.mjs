// Finds the rows of the specification that tests name, like [4.09], in the sources of those tests.

const ROW = /\[([0-9B]+\.\d\d)\]/g;

/** The rows that a text names. */
export const rowsIn = (text) => [...text.matchAll(ROW)].map(([, row]) => row);

/** Matches a documented Rust function: its comment and its attributes. */
const DOCUMENTED =
  /((?:^[ \t]*\/\/\/.*\n)+)((?:^[ \t]*#\[.*\n)*)[ \t]*(?:pub(?:\([^)]*\))? )?(?:async )?fn /gm;
const TEST = /#\[(?:\w+::)*test\b/;

/** The rows named by the doc comments of Rust tests. Ignored tests do not count: they run only on request. */
export const rowsOfRust = (source) =>
  [...source.matchAll(DOCUMENTED)]
    .filter(([, , attributes]) => TEST.test(attributes) && !attributes.includes('#[ignore'))
    .flatMap(([, comment]) => rowsIn(comment));

const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const SKIPPED = /\b(?:it|test|describe)\.(?:skip|todo)\b/;

/** The rows that a file of unit tests names outside comments: in test titles and tables of titles. */
export const rowsOfUnitTests = (source) =>
  source
    .split('\n')
    .filter((line) => !COMMENT.test(line) && !SKIPPED.test(line))
    .flatMap(rowsIn);

/** Files whose tests are skipped if a tool is not installed. */
const CONDITIONAL = ['webkit.spec.ts'];

/** The rows named by titles of browser tests, from Playwright's JSON list of the selected tests. */
export function rowsOfBrowserTests(list) {
  const titles = ({ title = '', file = '', specs = [], suites = [] }) =>
    CONDITIONAL.some((name) => file.endsWith(name))
      ? []
      : [title, ...specs.map((spec) => spec.title), ...suites.flatMap(titles)];
  return list.suites.flatMap(titles).flatMap(rowsIn);
}

const byNumber = (one, other) => one.localeCompare(other, 'en', { numeric: true });

/** Sorted rows without repeats. */
export const inOrder = (rows) => [...new Set(rows)].sort(byNumber);

/** Parses the list: one row per line, comments after #. */
export const listedRows = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');

/** Errors of the list; empty if it matches the tests. */
export function faultsOf(listed, named) {
  const lost = listed.filter((row) => !named.includes(row));
  const unlisted = named.filter((row) => !listed.includes(row));
  return [
    ...lost.map((row) => `[${row}] has lost its last test that always runs`),
    ...unlisted.map((row) => `[${row}] is named by a test, and is missing from the list`),
  ];
}
