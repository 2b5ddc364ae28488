import { errorKind } from './branded-error.ts';
import { isObject, type Members } from './read.ts';

/**
 * Turns an unknown value into a known type, or throws a `DecodeError` that says where it does not fit.
 *
 * `Raw` is what a value must be for this to succeed, as far as types can say it. It only serves the type checker: a decoder
 * fits a source whose values are all `Raw`, such as the answers of a GraphQL document with generated types.
 */
export interface Decoder<Out, Raw = unknown> {
  (value: unknown, path: string): Out;
  /** Never there. */
  readonly accepts?: (raw: Raw) => void;
}

/** What a decoder makes. */
export type Decoded<D> = D extends Decoder<infer Out, never> ? Out : never;

/** What a decoder takes. */
export type RawOf<D> = D extends { readonly accepts?: (raw: infer Raw) => void } ? Raw : unknown;

const KIND = errorKind<'DecodeError', object>('DecodeError');

/** Whether a value from outside was not what it should be. */
export const isDecodeError = KIND.is;

/** Refuses a value. */
export function refuse(path: string, expected: string): never {
  throw KIND.create(`${path || 'value'}: expected ${expected}`, {});
}

export const text: Decoder<string, string> = (value, path) =>
  typeof value === 'string' ? value : refuse(path, 'a string');

export const integer: Decoder<number, number> = (value, path) =>
  Number.isSafeInteger(value) ? (value as number) : refuse(path, 'an integer');

export const number: Decoder<number, number> = (value, path) =>
  Number.isFinite(value) ? (value as number) : refuse(path, 'a number');

export const boolean: Decoder<boolean, boolean> = (value, path) =>
  typeof value === 'boolean' ? value : refuse(path, 'a boolean');

/** Anything, still unknown. */
export const unknown: Decoder<unknown> = (value) => value;

const fieldsOf = (value: unknown, path: string): Members =>
  isObject(value) ? value : refuse(path, 'an object');

/** Null and what is missing are null. */
export const nullable =
  <Out, Raw>(inner: Decoder<Out, Raw>): Decoder<Out | null, Raw | null | undefined> =>
  (value, path) =>
    value === null || value === undefined ? null : inner(value, path);

export const list =
  <Out, Raw>(inner: Decoder<Out, Raw>): Decoder<readonly Out[], readonly Raw[]> =>
  (value, path) =>
    Array.isArray(value)
      ? value.map((item: unknown, at) => inner(item, `${path}[${at}]`))
      : refuse(path, 'a list');

type Shape = Readonly<Record<string, Decoder<unknown, never>>>;

/** An object with at least these members; others are left out. */
export const object =
  <S extends Shape>(
    shape: S,
  ): Decoder<{ readonly [Key in keyof S]: Decoded<S[Key]> }, { readonly [Key in keyof S]: RawOf<S[Key]> }> =>
  (value, path) => {
    const fields = fieldsOf(value, path);
    const read = Object.entries(shape).map(([key, inner]) => [
      key,
      inner(fields[key], path ? `${path}.${key}` : key),
    ]);
    // The entries of the shape, each with what its decoder made.
    return Object.fromEntries(read) as { readonly [Key in keyof S]: Decoded<S[Key]> };
  };

/** One of these strings. */
export const oneOf =
  <const Text extends string>(values: readonly Text[]): Decoder<Text, string> =>
  (value, path) =>
    values.find((each) => each === value) ?? refuse(path, `one of ${values.join(', ')}`);

/** A union whose members are told apart by the string in `tag`. */
export const tagged =
  <const Tag extends string, Variants extends Shape>(
    tag: Tag,
    variants: Variants,
  ): Decoder<
    Decoded<Variants[keyof Variants]>,
    { [Kind in keyof Variants]: Readonly<Record<Tag, Kind>> & RawOf<Variants[Kind]> }[keyof Variants]
  > =>
  (value, path) => {
    const kind = oneOf(Object.keys(variants))(fieldsOf(value, path)[tag], `${path}.${tag}`);
    return variants[kind]?.(value, path) as Decoded<Variants[keyof Variants]>;
  };

/** What is made of a decoded value. */
export const mapped =
  <Inner, Raw, Out>(
    inner: Decoder<Inner, Raw>,
    make: (value: Inner, path: string) => Out,
  ): Decoder<Readonly<Out>, Raw> =>
  (value, path) =>
    make(inner(value, path), path);
