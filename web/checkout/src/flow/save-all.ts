import type { Cart } from '../api/model.ts';
import {
  replaceAddress,
  selectDelivery,
  updateAttributes,
  updateBilling,
  updateBuyer,
  updateNote,
} from '../api/operations.ts';
import { atNames, withNumbers } from '../form/company.ts';
import { deliveryField, type DeliveryFieldName, type FormValues } from '../form/fields.ts';
import { ownBilling } from '../form/validate.ts';
import { faultText } from '../texts/fields.ts';
import { formContext } from './environment.ts';
import { Halt } from './halt.ts';
import {
  buyerIdentity,
  deliveryAddress,
  deliveryIsNews,
  deliverySelections,
  ownBillingAddress,
} from './inputs.ts';
import type { Press } from './press.ts';
import { rememberAddress } from './remember.ts';

/** Saves everything that an order needs, the address checked strictly this time. */
export async function saveAll(press: Press): Promise<void> {
  const { cartId } = press;
  const { form, cart } = press.editing();
  const context = formContext({ cart });
  press.accept(await press.ask(updateBuyer, { cartId, buyerIdentity: buyerIdentity(form) }));
  if (context.requiresShipping) await saveDelivery(press);
  const billingAddress = ownBillingAddress(form, context);
  press.accept(await press.ask(updateBilling, { cartId, billingAddress }));
  await saveNumbers(press);
  const note = form.note.trim();
  if (note !== (cart.note ?? '').trim()) {
    press.accept(await press.ask(updateNote, { cartId, note }));
  }
}

/** A company's numbers, where the shop asks for them. */
async function saveNumbers(press: Press): Promise<void> {
  const { form, cart } = press.editing();
  if (press.environment.data.shop.companyFields === 'off' || !ownBilling(form, formContext({ cart }))) return;
  const attributes = withNumbers(cart, form);
  if (attributes === null) return;
  const answer = await press.ask(updateAttributes, { cartId: press.cartId, attributes });
  press.accept({ ...answer, errors: atNames(answer.errors, attributes) });
}

/** The choices that are no longer offered. */
function deliveriesGone(cart: Cart, form: FormValues): readonly DeliveryFieldName[] {
  if (cart.groups.length === 0) return ['deliveryOption'];
  return cart.groups.flatMap(({ purchase }, place) =>
    form.deliveries[purchase].handle === null ? [deliveryField(place)] : [],
  );
}

async function saveDelivery(press: Press): Promise<void> {
  const { cartId } = press;
  const addresses = [deliveryAddress(press.editing().form, 'STRICT')];
  press.accept(await press.ask(replaceAddress, { cartId, addresses }));
  // The address may have changed what is offered.
  const { cart, form } = press.editing();
  rememberAddress(form.delivery.country, form.delivery.zip);
  const gone = deliveriesGone(cart, form);
  if (gone.length > 0) {
    const errors = gone.map((name) => [name, faultText(name, 'invalid')] as const);
    throw new Halt({ kind: 'invalid' }, Object.fromEntries(errors));
  }
  if (!deliveryIsNews({ cart, form })) return;
  const selectedDeliveryOptions = deliverySelections(form, cart);
  press.accept(await press.ask(selectDelivery, { cartId, selectedDeliveryOptions }));
}
