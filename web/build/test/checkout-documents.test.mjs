import { readFile } from 'node:fs/promises';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { combinedDocuments } from '../../checkout/src/api/combined.ts';
import { fromRoot } from '../graphql/sources.mjs';
import { ownDocuments } from '../lib/documents.mjs';

const schema = buildSchema(await readFile(fromRoot('crates/server/src/api_schema.graphql'), 'utf8'));

/** @param {string} document */
const faultsOf = (document) => validate(schema, parse(document)).map(({ message }) => message);

it('every combination of changes that one press sends matches the schema', () => {
  const documents = combinedDocuments();
  expect(new Set(documents).size).toBe(14);
  expect(documents.flatMap(faultsOf)).toEqual([]);
});

it('the server gets every document that the embed and the checkout send', async () => {
  const documents = await ownDocuments();
  expect(documents).toEqual(expect.arrayContaining([...combinedDocuments()]));
  expect(documents.flatMap(faultsOf)).toEqual([]);
  const names = documents.map((text) => /^\w+ (\w+)/.exec(text)?.[1]);
  expect(names).toEqual(
    expect.arrayContaining(['cartCreate', 'cart', 'cartSubmitForCompletion', 'paypalTokenCreate']),
  );
});
