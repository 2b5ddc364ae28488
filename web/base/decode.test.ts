// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  boolean,
  type Decoded,
  type Decoder,
  integer,
  isDecodeError,
  list,
  mapped,
  nullable,
  number,
  object,
  text,
} from './decode.ts';
import { oneOf, tagged } from './decode-choice.ts';

const person = object({ name: text, age: nullable(integer), tags: list(text) });
const shape = tagged('kind', { circle: object({ radius: number }), none: mapped(object({}), () => null) });

it('reads what fits, and leaves out the rest', () => {
  expect(person({ name: 'Eva', tags: ['a'], more: 1 }, 'it')).toEqual({
    name: 'Eva',
    age: null,
    tags: ['a'],
  });
  expect(list(boolean)([true, false], '')).toEqual([true, false]);
  expect(oneOf(['a', 'b'])('b', '')).toBe('b');
  expect(shape({ kind: 'circle', radius: 1.5 }, '')).toEqual({ radius: 1.5 });
  expect(shape({ kind: 'none' }, '')).toBeNull();
});

it.each<[Decoder<unknown, never>, unknown, string]>([
  [text, 1, 'it'],
  [integer, 1.5, 'it'],
  [integer, '1', 'it'],
  [number, Number.NaN, 'it'],
  [boolean, 'true', 'it'],
  [oneOf(['a', 'b']), 'c', 'it'],
  [person, null, 'it'],
  [person, [], 'it'],
  [person, { age: 1 }, 'it.name'],
  [person, { name: '', tags: ['', 2] }, 'it.tags[1]'],
  [list(text), {}, 'it'],
  [shape, { kind: 'square' }, 'it.kind'],
  [shape, { kind: 'toString' }, 'it.kind'],
  [shape, { kind: 'circle' }, 'it.radius'],
])('says where something does not fit (%#)', (decoder, value, path) => {
  let error: unknown;
  try {
    decoder(value, 'it');
  } catch (thrown) {
    error = thrown;
  }
  expect(isDecodeError(error)).toBe(true);
  expect(error).toMatchObject({ message: `Unexpected ${path}` });
});

it('reads anything, or refuses it as a DecodeError', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const decoder of [person, shape, list(nullable(text)), nullable(person)])
        try {
          decoder(value, '');
        } catch (error) {
          expect(isDecodeError(error)).toBe(true);
        }
    }),
  );
});

describe('types', () => {
  it('are inferred from the decoders', () => {
    expectTypeOf<Decoded<typeof person>>().toEqualTypeOf<{
      readonly name: string;
      readonly age: number | null;
      readonly tags: readonly string[];
    }>();
    expectTypeOf<Decoded<typeof shape>>().toEqualTypeOf<{ readonly radius: number } | null>();
  });

  it('say which sources a decoder fits', () => {
    interface Person {
      readonly name: string;
      readonly age: number;
      readonly tags: readonly string[];
      readonly more: boolean;
    }
    type Fits<Raw, D> = D extends Decoder<unknown, Raw> ? true : false;
    expectTypeOf<Fits<Person, typeof person>>().toEqualTypeOf<true>();
    expectTypeOf<Fits<Omit<Person, 'age'>, typeof person>>().toEqualTypeOf<false>();
    expectTypeOf<Fits<Person | null, typeof person>>().toEqualTypeOf<false>();
    expectTypeOf<
      Fits<Omit<Person, 'name'> & { name: string | null }, typeof person>
    >().toEqualTypeOf<false>();
    interface Circle {
      readonly kind: 'circle';
      readonly radius: number;
    }
    expectTypeOf<Fits<Circle | { kind: 'none' }, typeof shape>>().toEqualTypeOf<true>();
    expectTypeOf<Fits<Circle | { kind: 'square' }, typeof shape>>().toEqualTypeOf<false>();
  });
});
