import { type Decoder, list, member, refuse, text, withDefault } from '../../base/decode.ts';
import { minorOf } from './money.ts';

/** A decimal of the API, in minor units. */
export const minor: Decoder<number, string> = (value, path) => minorOf(text(value, path)) ?? refuse(path);

/** The minor units of a `MoneyV2`. */
export const money = member('amount', minor);

export const textOrEmpty = withDefault(text, '');

/** The nodes of a connection. */
export const nodes = /* @__NO_SIDE_EFFECTS__ */ <Out, Raw>(
  node: Decoder<Out, Raw>,
): Decoder<readonly Out[], { readonly nodes: readonly Raw[] }> => member('nodes', list(node));
