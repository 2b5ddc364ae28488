import { list, nullable, object, text } from './decode.ts';

/** What is wrong with an input, as a mutation says it. */
export interface CartUserError {
  /** Null where the server has no code for it; then the message is all there is. */
  readonly code: string | null;
  readonly message: string;
  /** The full path of the argument; empty where there is none. */
  readonly field: readonly string[];
}

/** Reads `userErrors{code field message}`. */
export const readUserErrors = (value: unknown): readonly CartUserError[] =>
  list(value, 'userErrors').map((each) => {
    const { code, message, field } = object(each, 'userError');
    return {
      code: nullable(text)(code, 'code'),
      message: nullable(text)(message, 'message') ?? '',
      field: (nullable(list)(field, 'field') ?? []).map((part) => text(part, 'field')),
    };
  });

/** Reads the codes of `warnings{code}`. */
export const readWarnings = (value: unknown): readonly string[] =>
  list(value, 'warnings').map((warning) => text(object(warning, 'warning')['code'], 'code'));
