import { objectOf, optional, textOf } from './check-members.ts';

const message = optional(textOf('a message'));

const address = optional(
  objectOf({
    error: message,
    country: message,
    region: message,
    city: message,
    postalCode: message,
    addressLine: message,
    recipient: message,
    phone: message,
  }),
);

/** The fault of `PaymentErrors`; null if they are valid. */
export const checkErrors = objectOf({
  error: message,
  payer: optional(objectOf({ name: message, email: message, phone: message })),
  billingAddress: address,
  shippingAddress: address,
  fulfillmentOption: message,
  offer: message,
  payment: message,
});
