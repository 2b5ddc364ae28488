/** Turns `unknown` from outside (bootstrap JSON, API answers, messages, storage) into known types, or says where it does not fit. */
export type Decoder<T> = (value: unknown, path: string) => T;

/** Something from outside is not what it should be; `path` says where. */
export class DecodeError extends Error {
  constructor(path: string, expected: string) {
    super(`${path === '' ? 'value' : path}: expected ${expected}`);
    this.name = 'DecodeError';
  }
}

export const string: Decoder<string> = (value, path) => {
  if (typeof value !== 'string') throw new DecodeError(path, 'a string');
  return value;
};

export const number: Decoder<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new DecodeError(path, 'a number');
  return value;
};

export const boolean: Decoder<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw new DecodeError(path, 'a boolean');
  return value;
};

/** Accepts null and a missing value as null. */
export function nullable<T>(inner: Decoder<T>): Decoder<T | null> {
  return (value, path) => (value === null || value === undefined ? null : inner(value, path));
}

export function array<T>(inner: Decoder<T>): Decoder<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new DecodeError(path, 'an array');
    return value.map((item: unknown, index) => inner(item, `${path}[${String(index)}]`));
  };
}

/** One of a fixed set of strings. */
export function oneOf<const T extends string>(values: readonly T[]): Decoder<T> {
  return (value, path) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new DecodeError(path, `one of ${values.join(', ')}`);
    return found;
  };
}

type Shape = Readonly<Record<string, Decoder<unknown>>>;
type Decoded<S extends Shape> = { readonly [K in keyof S]: ReturnType<S[K]> };

/** An object with at least these members; others are ignored. */
export function object<S extends Shape>(shape: S): Decoder<Decoded<S>> {
  return (value, path) => {
    const source = asObject(value, path);
    const result: Record<string, unknown> = {};
    for (const [key, decode] of Object.entries(shape)) {
      result[key] = decode(source[key], path === '' ? key : `${path}.${key}`);
    }
    return result as Decoded<S>;
  };
}

type Variants = Readonly<Record<string, Decoder<unknown>>>;

/** A union told apart by one member. */
export function tagged<V extends Variants>(tag: string, variants: V): Decoder<ReturnType<V[keyof V]>> {
  return (value, path) => {
    const kind = asObject(value, path)[tag];
    const decode = typeof kind === 'string' && Object.hasOwn(variants, kind) ? variants[kind] : undefined;
    if (decode === undefined) {
      throw new DecodeError(`${path}.${tag}`, `one of ${Object.keys(variants).join(', ')}`);
    }
    return decode(value, path) as ReturnType<V[keyof V]>;
  };
}

/** A fixed string, for the tag of a union's member. */
export function literal<const T extends string>(expected: T): Decoder<T> {
  return (value, path) => {
    if (value !== expected) throw new DecodeError(path, `"${expected}"`);
    return expected;
  };
}

function asObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DecodeError(path, 'an object');
  }
  return value as Readonly<Record<string, unknown>>;
}
