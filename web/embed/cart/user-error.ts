import { type Decoded, list, member, nullable, object, text, withDefault } from '../../base/decode.ts';
import { textOrEmpty } from './decode.ts';

/** Reads `userErrors{code field message}`. */
export const userErrors = list(
  object({
    /** Null if the server has no code for it; then only the message explains it. */
    code: nullable(text),
    message: textOrEmpty,
    /** The full path of the argument; empty if there is none. */
    field: withDefault(list(text), []),
  }),
);

/** An error of a mutation's input. */
export type CartUserError = Decoded<typeof userErrors>[number];

/** Reads the codes of `warnings{code}`. */
export const warningCodes = list(member('code', text));
