import { describe, expect, it } from 'vitest';
import { assemble } from '../src/api/parts.ts';

const TYPE = 'multipart/mixed; boundary="graphql"; deferSpec=20220824';

/** An answer in parts, as the API streams it. */
const inParts = (...parts: unknown[]): string =>
  `--graphql${parts.map((part) => `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(part)}\r\n--graphql`).join('')}--\r\n`;

describe('an answer in parts', () => {
  it('[7.12] is put together where its parts belong', () => {
    const text = inParts(
      { data: { update: { userErrors: [], list: [{ a: 1 }, { a: 2 }] } }, hasNext: true },
      {
        incremental: [
          { path: ['update'], data: { cart: { id: '1' } } },
          { path: ['update', 'list', 1], data: { b: 3 } },
        ],
        hasNext: false,
      },
    );
    expect(assemble(text, TYPE)).toEqual({
      data: { update: { userErrors: [], cart: { id: '1' }, list: [{ a: 1 }, { a: 2, b: 3 }] } },
    });
  });

  it('[7.12] tells the errors of every part', () => {
    const text = inParts(
      { data: { shop: null }, errors: [{ message: 'first' }], hasNext: true },
      { incremental: [{ path: [], data: null, errors: [{ message: 'later' }] }], hasNext: false },
    );
    expect(assemble(text, TYPE)).toEqual({
      data: null,
      errors: [{ message: 'first' }, { message: 'later' }],
    });
  });

  it.each(['', 'no parts', '--graphql', '--graphql\r\n\r\n{"data":\r\n--graphql--'])('%j is none', (text) => {
    const read = () => assemble(text, TYPE);
    if (text.includes('data')) expect(read).toThrow(SyntaxError);
    else expect(read()).toEqual({ data: null });
  });
});
