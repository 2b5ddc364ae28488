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

/** Everything that the order button may save, in order (flow/save-all.ts), and the payment (flow/pay.ts). */
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
 * Every subset, each in the original order.
 * @template T
 * @param {readonly T[]} of
 */
function choicesOf(of) {
  /** @type {T[][]} */
  let choices = [[]];
  for (const each of of) choices = [...choices, ...choices.map((some) => [...some, each])];
  return choices;
}

it('every combination of changes that one press saves matches the schema', () => {
  const documents = choicesOf(SAVED_TOGETHER)
    .filter((some) => some.length > 0)
    .map((some) => combineChanges('checkoutSave', some).query);
  expect(documents).toHaveLength(63);
  expect(documents.flatMap(faultsOf)).toEqual([]);
});

it('a payment matches the schema, with and without a delivery before it', () => {
  for (const some of [PAID_TOGETHER, PAID_TOGETHER.slice(1)])
    expect(faultsOf(bindAndPrepare(some).query)).toEqual([]);
});
