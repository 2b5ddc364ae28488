import {
  replaceAddress,
  selectDelivery,
  updateAttributes,
  updateBilling,
  updateBuyer,
  updateNote,
} from '../api/operations.ts';
import { atNames, withNumbers } from '../form/company.ts';
import { ownBilling } from '../form/validate.ts';
import { classifyCoded } from './classify.ts';
import { formContext } from './environment.ts';
import { Halt } from './halt.ts';
import { buyerIdentity, deliveryAddress, ownBillingAddress } from './inputs.ts';
import type { Press } from './press.ts';
import { rememberAddress } from './remember.ts';

const DELIVERY_GONE = { code: 'INVALID_DELIVERY_OPTION', message: null };

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

async function saveDelivery(press: Press): Promise<void> {
  const { cartId } = press;
  const addresses = [deliveryAddress(press.editing().form, 'STRICT')];
  press.accept(await press.ask(replaceAddress, { cartId, addresses }));
  // The address may have changed what is offered.
  const { cart, form } = press.editing();
  rememberAddress(form.delivery.country, form.delivery.zip);
  if (cart.delivery === null || form.deliveryHandle === null) {
    throw new Halt({ kind: 'invalid' }, classifyCoded([DELIVERY_GONE]).fields);
  }
  if (cart.delivery.selectedHandle === form.deliveryHandle) return;
  const chosen = { deliveryGroupId: cart.delivery.id, deliveryOptionHandle: form.deliveryHandle };
  press.accept(await press.ask(selectDelivery, { cartId, selectedDeliveryOptions: [chosen] }));
}
