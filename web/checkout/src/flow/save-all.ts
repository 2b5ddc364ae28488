import { changesOf, combineChanges, type ChangeRequest, variablesOf, changeTo } from '../api/changes.ts';
import type { Cart } from '../api/model.ts';
import {
  replaceAddress,
  selectDelivery,
  updateAttributes,
  updateBilling,
  updateBuyer,
  updateNote,
} from '../api/operations.ts';
import { atNames, numbers, withEntries } from '../form/company.ts';
import { deliveryField, type DeliveryFieldName, type FormValues } from '../form/fields.ts';
import { deliveryIsNews } from '../form/reconcile.ts';
import { ownBilling } from '../form/validate.ts';
import { faultText } from '../texts/fields.ts';
import type { Autosave } from './autosave.ts';
import { formContext } from './environment.ts';
import { SubmissionStop } from './submission-stop.ts';
import { buyerIdentity, deliveryAddress, deliverySelections, ownBillingAddress } from './inputs.ts';
import type { Press } from './press.ts';
import { rememberAddress } from './remember.ts';

/** Saves everything that an order needs in one request, with strict checks of the address. */
export async function saveAll(press: Press, autosave: Autosave): Promise<void> {
  const attributes = attributesOf(press, autosave);
  const wanted = everything(press, autosave, attributes);
  const answer = await press.ask(
    combineChanges('checkoutSave', changesOf(wanted)),
    variablesOf(press.cartId, wanted),
  );
  press.accept(attributes === null ? answer : { ...answer, errors: atNames(answer.errors, attributes) });
  const { cart, form } = press.editing();
  if (cart.requiresShipping) rememberAddress(form.delivery.country, form.delivery.zip);
}

/** Stops if the address changed the offered delivery options and none is selected any more. */
export function haltOnDeliveries(press: Press): void {
  const { cart, form } = press.editing();
  if (!cart.requiresShipping) return;
  const gone = deliveriesGone(cart, form);
  if (gone.length === 0) return;
  const errors = gone.map((name) => [name, faultText(name, 'invalid')] as const);
  throw new SubmissionStop({ kind: 'invalid' }, Object.fromEntries(errors));
}

/** The address comes last of what it does not depend on, because the answer contains the options offered for it. */
function everything(
  press: Press,
  autosave: Autosave,
  attributes: Cart['attributes'] | null,
): readonly ChangeRequest[] {
  const { form, cart } = press.editing();
  const note = form.note.trim();
  return [
    changeTo(updateBuyer, { buyerIdentity: buyerIdentity(form) }),
    changeTo(updateBilling, { billingAddress: ownBillingAddress(form, formContext({ cart })) }),
    ...(attributes === null ? [] : [changeTo(updateAttributes, { attributes })]),
    ...(autosave.owes('note', note !== (cart.note ?? '').trim()) ? [changeTo(updateNote, { note })] : []),
    ...(cart.requiresShipping
      ? [changeTo(replaceAddress, { addresses: [deliveryAddress(form, 'STRICT')] })]
      : []),
    ...deliveryNews(press),
  ];
}

/** The selected delivery options that are not saved yet. */
export function deliveryNews(press: Press): readonly ChangeRequest[] {
  const { cart, form } = press.editing();
  if (!cart.requiresShipping || !deliveryIsNews({ cart, form })) return [];
  return [changeTo(selectDelivery, { selectedDeliveryOptions: deliverySelections(form, cart) })];
}

/** The attributes to save: with the company's numbers and the consent, if the shop asks for them; null: none has changed. */
function attributesOf(press: Press, autosave: Autosave): Cart['attributes'] | null {
  const { form, cart } = press.editing();
  const { shop, consent } = press.environment.data;
  const context = formContext({ cart });
  const asksNumbers = shop.companyFields !== 'off' && autosave.owes('company', ownBilling(form, context));
  return withEntries(cart, [
    ...(asksNumbers ? numbers(form, context) : []),
    ...(consent === null ? [] : [{ key: consent.key, value: form.consent }]),
  ]);
}

/** The selections that are no longer offered. */
function deliveriesGone(cart: Cart, form: FormValues): readonly DeliveryFieldName[] {
  if (cart.groups.length === 0) return ['deliveryOption'];
  return cart.groups.flatMap(({ purchase }, place) =>
    form.deliveries[purchase].handle === null ? [deliveryField(place)] : [],
  );
}
