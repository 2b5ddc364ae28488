import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorsOf, faultsOf, linksOf } from './markdown-links.mjs';

const files = ['README.md', 'docs', 'docs/a.md', 'docs/b.md', 'docs/picture.png'];
const exists = (path) => files.includes(path);
const faults = (...documents) =>
  faultsOf(
    documents.map(([path, text]) => ({ path, text })),
    exists,
  );

test('anchors equal those that GitHub creates from headings', () => {
  const text =
    '# Where it is\n## `[wallets.google_pay]`\n## A [link](x.md), too\n## Žluťoučký kůň\n## A\n## A\n';
  assert.deepEqual(
    [...anchorsOf(text)],
    ['where-it-is', 'walletsgoogle_pay', 'a-link-too', 'žluťoučký-kůň', 'a', 'a-1'],
  );
});

test('code contains neither links nor headings', () => {
  const text = '```sh\n# not a heading\n[x](missing.md)\n```\n`[y](missing.md)` [z](there.md)\n';
  assert.deepEqual([...anchorsOf(text)], []);
  assert.deepEqual(linksOf(text), [{ target: 'there.md', number: 5 }]);
});

test('links to the web are ignored', () => {
  assert.deepEqual(linksOf('[a](https://example.com/#b) [c](mailto:d@example.com)'), []);
});

test('links to existing files and headings pass', () => {
  const from =
    '[a](docs/a.md) [b](docs/a.md#two-words) [c](#here) [d](docs) ![e](docs/picture.png)\n# Here\n';
  assert.deepEqual(faults(['README.md', from], ['docs/a.md', '# Two words\n[up](../README.md#here)']), []);
});

test('a missing file and a missing heading are reported with their place', () => {
  assert.deepEqual(
    faults(['docs/a.md', 'text\n[x](c.md) [y](b.md#none) [z](#none)'], ['docs/b.md', '# Some']),
    [
      'docs/a.md:2: the link c.md leads nowhere: docs/c.md does not exist',
      'docs/a.md:2: the link b.md#none leads nowhere: docs/b.md has no heading #none',
      'docs/a.md:2: the link #none leads nowhere: docs/a.md has no heading #none',
    ],
  );
});
