import type { Decoder } from '../../base/decode.ts';
import type { CartClient } from './client.ts';
import { cartClientError } from './error.ts';
import type { CartOperation, DocumentTypes, OwnVariables, RequestOptions } from './transport.ts';

/** Decodes a part of an answer. Throws a `CartClientError` of kind `shape` if it does not fit. */
export function decodeAnswer<Out>(read: Decoder<Out, never>, value: unknown, path: string): Out {
  try {
    return read(value, path);
  } catch (error) {
    // Decoders throw for nothing else.
    throw cartClientError(String(error), { kind: 'shape' });
  }
}

/** Runs an operation and decodes its one field. The decoder must fit the document's selection. */
export async function runOperation<Types extends DocumentTypes, Out>(
  client: CartClient,
  operation: CartOperation<Types>,
  variables: OwnVariables<Types>,
  options: RequestOptions,
  read: Decoder<Out, Types['answer']>,
): Promise<Out> {
  const { name } = operation;
  return decodeAnswer(read, (await client.request(operation, variables, options))[name], name);
}
