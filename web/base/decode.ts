import { errorKind } from './branded-error.ts';
import { isObject, type Members } from './read.ts';

/**
 * Turns an unknown value into a known type, or throws a `DecodeError` with the path of the mismatch.
 *
 * `Raw` is the type of the values that the decoder accepts. It serves only the type checker: a decoder fits a source whose
 * values are all `Raw`, such as the answers of a GraphQL document with generated types.
 */
export interface Decoder<Out, Raw = unknown> {
  (value: unknown, path: string): Out;
  /** Exists only in types. */
  readonly accepts?: (raw: Raw) => void;
}

/** The result type of a decoder. */
export type Decoded<D> = D extends Decoder<infer Out, never> ? Out : never;

/** The type of the values that a decoder accepts. */
export type RawOf<D> = D extends { readonly accepts?: (raw: infer Raw) => void } ? Raw : unknown;

const KIND = errorKind<'DecodeError', object>('DecodeError');

/** Whether an error is a `DecodeError`. */
export const isDecodeError = KIND.is;

/** Refuses the value at this path. */
export function refuse(path: string): never {
  throw KIND.create(`Unexpected ${path}`, {});
}

/* @__NO_SIDE_EFFECTS__ */
const checked =
  <T>(isGood: (value: unknown) => boolean): Decoder<T, T> =>
  (value, path) =>
    isGood(value) ? (value as T) : refuse(path);

export const text = checked<string>((value) => typeof value === 'string');

export const boolean = checked<boolean>((value) => typeof value === 'boolean');

export const integer = checked<number>(Number.isSafeInteger);

export const number = checked<number>((value) => Number.isFinite(value));

/** An object's members, still unknown. */
export const fields = checked<Members>(isObject);

/** Replaces null and missing values by a default. */
export const withDefault =
  /* @__NO_SIDE_EFFECTS__ */
  <Out, Raw, Instead>(
      inner: Decoder<Out, Raw>,
      instead: Instead,
    ): Decoder<Out | Instead, Raw | null | undefined> =>
    (value, path) =>
      value === null || value === undefined ? instead : inner(value, path);

/** Decodes null and missing values as null. */
export const nullable =
  /* @__NO_SIDE_EFFECTS__ */
  <Out, Raw>(inner: Decoder<Out, Raw>): Decoder<Out | null, Raw | null | undefined> =>
    withDefault(inner, null);

const array = checked<readonly unknown[]>(Array.isArray);

export const list =
  /* @__NO_SIDE_EFFECTS__ */
  <Out, Raw>(inner: Decoder<Out, Raw>): Decoder<readonly Out[], readonly Raw[]> =>
    (value, path) =>
      array(value, path).map((item, at) => inner(item, `${path}[${at}]`));

/** One member of an object, by itself. */
export const member =
  /* @__NO_SIDE_EFFECTS__ */
  <const Key extends string, Out, Raw>(
      key: Key,
      inner: Decoder<Out, Raw>,
    ): Decoder<Out, Readonly<Record<Key, Raw>>> =>
    (value, path) =>
      inner(fields(value, path)[key], `${path}.${key}`);

/** Decoders by the names of members. */
export type Shape = Readonly<Record<string, Decoder<unknown, never>>>;

/** An object with at least these members; others are left out. */
export const object =
  /* @__NO_SIDE_EFFECTS__ */
  <S extends Shape>(
      shape: S,
    ): Decoder<
      { readonly [Key in keyof S]: Decoded<S[Key]> },
      { readonly [Key in keyof S]: RawOf<S[Key]> }
    > =>
    (value, path) => {
      const read = Object.entries(shape).map(([key, inner]) => [key, member(key, inner)(value, path)]);
      // The entries of the shape, each with what its decoder made.
      return Object.fromEntries(read) as { readonly [Key in keyof S]: Decoded<S[Key]> };
    };

/** Converts a decoded value. */
export const mapped =
  /* @__NO_SIDE_EFFECTS__ */
  <Inner, Raw, Out>(
      inner: Decoder<Inner, Raw>,
      make: (value: Inner, path: string) => Out,
    ): Decoder<Readonly<Out>, Raw> =>
    (value, path) =>
      make(inner(value, path), path);
