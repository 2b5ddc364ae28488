// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { cartClientError, type CartClientFailure } from '../../cart/error.ts';
import { isOutOfContext, isThrottled } from './client-errors.ts';

const failed = (failure: CartClientFailure) => cartClientError('x', failure);
const graphql = (...messages: readonly string[]) =>
  failed({ kind: 'graphql', graphQLErrors: messages.map((message) => ({ message })) });
const OTHERS = [new TypeError('CountryCode 429'), null, undefined, failed({ kind: 'empty' })];

describe('a failed call', () => {
  it.each([
    ['429', true, failed({ kind: 'status', status: 429 })],
    ['503', false, failed({ kind: 'status', status: 503 })],
    ['an error of the schema', false, graphql('429')],
  ])('[4.11] with %s is throttled: %s', (_what, expected, error) => {
    expect(isThrottled(error)).toBe(expected);
  });

  it.each([
    ['no such country', true, graphql('"XX" to type CountryCode')],
    ['no such language', true, graphql('"xx" to type LanguageCode')],
    ['one of them beside something else', true, graphql('other', '"XX" to type CountryCode')],
    ['no such currency', false, graphql('"XXX" to type CurrencyCode')],
    ['no errors', false, graphql()],
    ['a status', false, failed({ kind: 'status', status: 400 })],
  ])('[8.06] for %s is out of context: %s', (_what, expected, error) => {
    expect(isOutOfContext(error)).toBe(expected);
  });

  it.each(OTHERS)('[4.11] [8.06] for another reason is neither: %s', (error) => {
    expect(isThrottled(error)).toBe(false);
    expect(isOutOfContext(error)).toBe(false);
  });
});
