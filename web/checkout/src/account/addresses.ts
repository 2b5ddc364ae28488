import type { Cart } from '../api/model.ts';
import type { CheckoutFlow } from '../flow/checkout-flow.ts';
import { addressNames, type AddressKind, textOf, type TextFieldName } from '../form/fields.ts';
import { tidyPhone, tidyZip } from '../format/postal.ts';
import type { SavedAddress } from './client.ts';

/** The texts of the form that an account's address and e-mail fill, the country first: another one has other fields. */
export type AddressTexts = ReadonlyMap<TextFieldName, string>;

/** Without delivery the address is the invoice's. */
export const addressKind = ({ requiresShipping }: Pick<Cart, 'requiresShipping'>): AddressKind =>
  requiresShipping ? 'delivery' : 'billing';

export function addressTexts(email: string, address: SavedAddress, kind: AddressKind): AddressTexts {
  const country = address.country ?? '';
  const values: Readonly<Record<string, string | null>> = {
    ...address,
    zip: tidyZip(address.zip ?? '', country),
  };
  const names = addressNames(kind).map((name) => [name, values[name.slice(kind.length + 1)] ?? ''] as const);
  return new Map<TextFieldName, string>([
    [`${kind}.country`, country],
    ...names,
    ['email', email],
    ['phone', tidyPhone(address.phone ?? '')],
  ]);
}

/** Enters the texts into the form. `leaves`: also saves them in the cart, as if the buyer had left each field. */
export function fillIn(flow: CheckoutFlow, texts: AddressTexts, leaves: boolean): void {
  const state = flow.state();
  if (state.kind !== 'editing') return;
  const { form } = state;
  const news = [...texts].filter(([name, text]) => textOf(form, name) !== text);
  for (const [name, text] of news) flow.change(name, text);
  if (leaves) for (const [name] of news) flow.leave(name);
}

/** Whether a fault is in a field that the address or the contact has. */
export const isOfBuyer = (name: string): boolean =>
  name === 'email' || name === 'phone' || /^(?:delivery|billing)\./u.test(name);
