import { type Decoder, member, refuse, text } from '../../base/decode.ts';
import { minorOf } from './money.ts';

/** A decimal of the API, in minor units. */
export const minor: Decoder<number, string> = (value, path) => minorOf(text(value, path)) ?? refuse(path);

/** The minor units of a `MoneyV2`. */
export const money = member('amount', minor);
