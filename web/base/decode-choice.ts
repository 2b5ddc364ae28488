import { fields, mapped, refuse, type Decoded, type Decoder, type RawOf, type Shape } from './decode.ts';

/** One of these strings. */
export const oneOf =
  /* @__NO_SIDE_EFFECTS__ */
  <const Text extends string>(values: readonly Text[]): Decoder<Text, string> =>
    (value, path) =>
      values.find((each) => each === value) ?? refuse(path);

/** A union discriminated by the string in `tag`. */
export const tagged =
  /* @__NO_SIDE_EFFECTS__ */
  <const Tag extends string, Variants extends Shape>(
      tag: Tag,
      variants: Variants,
    ): Decoder<
      Decoded<Variants[keyof Variants]>,
      { [Kind in keyof Variants]: Readonly<Record<Tag, Kind>> & RawOf<Variants[Kind]> }[keyof Variants]
    > =>
    (value, path) => {
      const kind = oneOf(Object.keys(variants))(fields(value, path)[tag], `${path}.${tag}`);
      return variants[kind]?.(value, path) as Decoded<Variants[keyof Variants]>;
    };

/** One variant of a union, with its name in `kind`. */
export const variant =
  /* @__NO_SIDE_EFFECTS__ */
  <const Kind extends string, Own extends object, Raw>(
    kind: Kind,
    own: Decoder<Own, Raw>,
  ): Decoder<{ readonly kind: Kind } & Own, Raw> => mapped(own, (members) => ({ kind, ...members }));
