import { type Decoder, list, member, text, withDefault } from '../../base/decode.ts';

export const textOrEmpty = withDefault(text, '');

/** The nodes of a connection. */
export const nodes = /* @__NO_SIDE_EFFECTS__ */ <Out, Raw>(
  node: Decoder<Out, Raw>,
): Decoder<readonly Out[], { readonly nodes: readonly Raw[] }> => member('nodes', list(node));
