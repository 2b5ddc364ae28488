import { type Decoder, member, type RawOf } from '../../../base/decode.ts';
import type { DocumentTypes } from '../../../embed/cart/transport.ts';
import type { Operation } from './client.ts';
import { cartAnswer } from './decode-cart.ts';
import { type ChangeField, changing } from './documents.ts';
import type { CartAnswer } from './model.ts';

/** The types of a document that changes the cart and returns it. */
interface ChangeTypes extends DocumentTypes {
  readonly variables: { readonly cartId: string };
  readonly answer: RawOf<typeof cartAnswer>;
}

/** A change of the cart, which a request can contain alone or together with others. */
export interface Change<Types extends ChangeTypes> extends Operation<Types, CartAnswer> {
  readonly change: ChangeField;
}

/** A change's variables without the cart's ID. */
type OwnVariables<Types extends ChangeTypes> = Omit<Types['variables'], 'cartId'>;

/** A change and its variables. */
export interface ChangeRequest {
  readonly change: ChangeField;
  readonly variables: object;
}

/** Several changes as one request: document, variables and field names. */
export interface CombinedChanges<Out> extends Operation<DocumentTypes, Out> {
  readonly fields: readonly string[];
}

export function change<Types extends ChangeTypes>(
  field: Types['name'],
  argument: keyof OwnVariables<Types> & string,
  type: string,
  rated = false,
): Change<Types> {
  const asked = { field, argument, type, rated };
  return {
    name: field,
    query: changing(field, [asked]),
    decode: member(field, cartAnswer),
    change: asked,
  };
}

export const changeTo = <Types extends ChangeTypes>(
  { change: asked }: Change<Types>,
  variables: OwnVariables<Types>,
): ChangeRequest => ({ change: asked, variables });

/** The fields of combined changes. */
export const changesOf = (wanted: readonly ChangeRequest[]): readonly ChangeField[] =>
  wanted.map((each) => each.change);

/** The variables of combined changes, with unique names. */
export const variablesOf = (cartId: string, wanted: readonly ChangeRequest[]): object =>
  Object.assign({ cartId }, ...wanted.map(({ variables }) => variables)) as object;

/** Combines several changes into one request. The server performs them in this order, and returns the errors of each. */
export function combineChanges(name: string, changes: readonly ChangeField[]): CombinedChanges<CartAnswer> {
  return {
    name,
    query: changing(name, changes),
    decode: combinedAnswer(changes),
    fields: changes.map(({ field }) => field),
  };
}

/** The cart as the last change left it, and the faults of them all. */
export const combinedAnswer =
  (changes: readonly ChangeField[]): Decoder<CartAnswer> =>
  (value, path) => {
    const each = changes.map(({ field }) => member(field, cartAnswer)(value, path));
    return {
      cart: each.at(-1)?.cart ?? null,
      errors: each.flatMap(({ errors }) => errors),
      warnings: each.flatMap(({ warnings }) => warnings),
    };
  };
