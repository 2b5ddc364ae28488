import { readFile } from 'node:fs/promises';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { together } from '../../checkout/src/api/changes.ts';
import { PAID_TOGETHER, SAVED_TOGETHER } from '../../checkout/src/api/composed.ts';
import { bindAndPrepare } from '../../checkout/src/api/operations.ts';
import { fromRoot } from '../graphql/sources.mjs';

const schema = buildSchema(await readFile(fromRoot('crates/server/src/api_schema.graphql'), 'utf8'));

/** @param {string} document */
const faultsOf = (document) => validate(schema, parse(document)).map(({ message }) => message);

/**
 * Every choice of some of these, each in their order.
 * @template T
 * @param {readonly T[]} of
 */
function choicesOf(of) {
  /** @type {T[][]} */
  let choices = [[]];
  for (const each of of) choices = [...choices, ...choices.map((some) => [...some, each])];
  return choices;
}

it('any changes that a press saves together fit the schema', () => {
  const documents = choicesOf(SAVED_TOGETHER)
    .filter((some) => some.length > 0)
    .map((some) => together('checkoutSave', some).query);
  expect(documents).toHaveLength(63);
  expect(documents.flatMap(faultsOf)).toEqual([]);
});

it('a payment fits the schema, with and without a delivery before it', () => {
  for (const some of [PAID_TOGETHER, PAID_TOGETHER.slice(1)])
    expect(faultsOf(bindAndPrepare(some).query)).toEqual([]);
});
