import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { withAttributes } from '../docs/attributes.mjs';

const document = await readFile(new URL('../../../docs/embedding.md', import.meta.url), 'utf8');

it('[3.14] docs/embedding.md lists the attributes of the code (npm run docs writes them)', () => {
  expect(document).toBe(withAttributes(document));
});

it('[3.14] a document that differs from the code is reported', () => {
  const drifted = document.replace('| `cart-id` |', '| `cart` |');
  expect(drifted).not.toBe(document);
  expect(withAttributes(drifted)).toBe(document);
});

it('a document without the markers is an error', () => {
  expect(() => withAttributes('# Embedding')).toThrow('docs/embedding.md must contain');
});
