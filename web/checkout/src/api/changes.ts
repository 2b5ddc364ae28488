import type { Decoder } from '../decode.ts';
import type { Operation } from './client.ts';
import { cartAnswer, faultsOf } from './decode-cart.ts';
import { type Change as Field, changing } from './documents.ts';
import type { CartAnswer } from './model.ts';

type OfCart<V> = V & { readonly cartId: string };

/** A change of the cart, which can be asked for by itself or together with others. */
export interface Change<V> extends Operation<OfCart<V>, CartAnswer> {
  readonly change: Field;
}

/** A change and what it is to be. */
export interface Wanted {
  readonly change: Field;
  readonly variables: object;
}

/** Several changes as one request: what it asks, with what, and by which fields. */
export interface Together<T> extends Operation<object, T> {
  readonly fields: readonly string[];
}

export function change<V>(field: string, parameter: string, argument: string, rated = false): Change<V> {
  const asked = { field, parameter, argument, rated };
  return {
    name: field,
    document: changing(field, [asked]),
    decode: cartAnswer(field),
    change: asked,
  };
}

export const want = <V extends object>({ change: asked }: Change<V>, variables: V): Wanted => ({
  change: asked,
  variables,
});

/** The variables of changes that are asked for together; each has a name of its own. */
export const variablesOf = (cartId: string, wanted: readonly Wanted[]): object =>
  Object.assign({ cartId }, ...wanted.map(({ variables }) => variables)) as object;

/** Makes one request of several changes: the server does them in this order, and answers with what is wrong with any. */
export function together(name: string, wanted: readonly Wanted[]): Together<CartAnswer> {
  const changes = wanted.map((each) => each.change);
  return {
    name,
    document: changing(name, changes),
    decode: answers(changes),
    fields: changes.map(({ field }) => field),
  };
}

/** The cart as the last change left it, and the faults of them all. */
export function answers(changes: readonly Field[]): Decoder<CartAnswer> {
  const last = changes.at(-1)?.field ?? '';
  const others = changes.slice(0, -1).map(({ field }) => faultsOf(field));
  return (value, path) => {
    const { cart, errors, warnings } = cartAnswer(last)(value, path);
    const before = others.map((read) => read(value, path));
    return {
      cart,
      errors: [...before.flatMap((each) => each.errors), ...errors],
      warnings: [...before.flatMap((each) => each.warnings), ...warnings],
    };
  };
}
