// @vitest-environment node
import { expect, it } from 'vitest';
import { isObject, isText, items, members } from './read.ts';

it.each([null, undefined, 1, 'text', true, [1]])('finds no members in %j', (value) => {
  expect(isObject(value)).toBe(false);
  expect(members(value)).toEqual({});
});

it('finds the members of an object', () => {
  expect(isObject({})).toBe(true);
  expect(members({ a: 1 })).toEqual({ a: 1 });
});

it('finds the items of a list, and of nothing else', () => {
  expect(items([1, 2])).toEqual([1, 2]);
  for (const value of [null, 'text', { length: 1 }]) expect(items(value)).toEqual([]);
});

it('takes an empty text for none', () => {
  expect(isText('a')).toBe(true);
  for (const value of ['', null, 1, ['a']]) expect(isText(value)).toBe(false);
});
