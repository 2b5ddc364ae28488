import { readFile } from 'node:fs/promises';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { combineChanges } from '../../checkout/src/api/changes.ts';
import {
  bindAndPrepare,
  replaceAddress,
  selectDelivery,
  updateAttributes,
  updateBilling,
  updateBuyer,
  updateNote,
  updatePayment,
} from '../../checkout/src/api/operations.ts';
import { fromRoot } from '../graphql/sources.mjs';

/** All that a press of the order button may save, in its order (flow/save-all.ts), and what it pays with (flow/pay.ts). */
const SAVED_TOGETHER = [
  updateBuyer,
  updateBilling,
  updateAttributes,
  updateNote,
  replaceAddress,
  selectDelivery,
].map(({ change }) => change);
const PAID_TOGETHER = [selectDelivery, updatePayment].map(({ change }) => change);

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
    .map((some) => combineChanges('checkoutSave', some).query);
  expect(documents).toHaveLength(63);
  expect(documents.flatMap(faultsOf)).toEqual([]);
});

it('a payment fits the schema, with and without a delivery before it', () => {
  for (const some of [PAID_TOGETHER, PAID_TOGETHER.slice(1)])
    expect(faultsOf(bindAndPrepare(some).query)).toEqual([]);
});
