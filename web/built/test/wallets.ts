import type { PayingInstrument } from '../../embed/flows/instrument-registry.ts';
import type {
  BuyerDetails,
  SheetClosing,
  SheetHandlers,
  WalletContent,
} from '../../embed/wallets/protocol.ts';
import { authorisation, contact } from '../../embed/test/cart-data.ts';

/**
 * The purpose of an operation, which decides the outcome of its failure: create or read the cart (`opening`), validate the
 * merchant, create the vendor's order, answer a change in the sheet, save the data that the buyer consented to, submit, or
 * adopt an approval from a window.
 */
export type Purpose = 'opening' | 'validation' | 'order' | 'change' | 'consent' | 'submission' | 'approval';

/** Where the cart comes from. */
export type Source = 'line' | 'cart';

/** A request of a wallet to the flow. */
export interface Step {
  readonly name: string;
  readonly ask: (handlers: SheetHandlers) => Promise<{ readonly kind: string }>;
  /** The operations that it sends, in order, with their purposes. */
  readonly sends: readonly (readonly [operation: string, purpose: Purpose])[];
}

/** A wallet from the flow's view: the calls of its adapter, and how the adapter handles the answers. */
export interface Wallet {
  readonly instrument: Omit<PayingInstrument, 'loadAdapter'>;
  /** The chunk with its adapter and operations. */
  readonly chunk: 'apple-pay' | 'google-pay' | 'paypal';
  readonly steps: (source: Source) => readonly Step[];
  /** How the sheet closes after a step that ended the session. */
  readonly closesAfter: (step: Step) => SheetClosing;
  /** Whether the goods are shipped. */
  readonly ships: boolean;
  /** When the buyer's data is removed at the end of a sheet: always, unless the purchase continues, or never (row 4.14). */
  readonly forgets: 'always' | 'without an order' | 'never';
}

const opening = (source: Source) => [source === 'line' ? 'cartCreate' : 'cart', 'opening'] as const;

const address: Step = {
  name: 'addressSelected',
  ask: ({ addressSelected }) => addressSelected(contact()),
  sends: [['cartBuyerIdentityUpdate', 'change']],
};
const option: Step = {
  name: 'optionSelected',
  ask: ({ optionSelected }) => optionSelected('posta'),
  sends: [['cartSelectedDeliveryOptionsUpdate', 'change']],
};
const coupon: Step = {
  name: 'couponEntered',
  ask: ({ couponEntered }) => couponEntered('VITEJTE'),
  sends: [['cartDiscountCodesUpdate', 'change']],
};
const card: Step = {
  name: 'paymentMethodSelected',
  ask: ({ paymentMethodSelected }) => paymentMethodSelected(contact()),
  sends: [
    ['cartBuyerIdentityUpdate', 'change'],
    ['cartBillingAddressUpdate', 'change'],
  ],
};
const validation = (source: Source): Step => ({
  name: 'merchantValidation',
  ask: ({ merchantValidation }) =>
    merchantValidation('https://apple-pay-gateway.apple.com/paymentservices/startSession'),
  sends: [opening(source), ['applePaySessionCreate', 'validation']],
});
const opened = (source: Source): Step => ({
  name: 'opened',
  ask: (handlers) => handlers.opened(),
  sends: [opening(source)],
});
const authorised: Step = {
  name: 'authorised',
  // Another option than the selected one, so that the step selects it.
  ask: (handlers) => handlers.authorised(authorisation({ optionId: 'posta' })),
  sends: [
    ['cartBuyerIdentityUpdate', 'consent'],
    ['cartSelectedDeliveryOptionsUpdate', 'consent'],
    ['cartPaymentUpdate', 'consent'],
    ['cartSubmitForCompletion', 'submission'],
  ],
};
const authorisedDigital: Step = {
  name: 'authorised',
  ask: (handlers) => handlers.authorised(authorisation({ shipping: null, optionId: null })),
  sends: [
    ['cartBuyerIdentityUpdate', 'consent'],
    ['cartPaymentUpdate', 'consent'],
    ['cartSubmitForCompletion', 'submission'],
  ],
};
const orderWanted =
  (fundingSource: string) =>
  (source: Source): Step => ({
    name: 'orderWanted',
    ask: (handlers) => handlers.orderWanted({ fundingSource, billingAgreement: false }),
    sends: [opening(source), ['paypalTokenCreate', 'order']],
  });
const content = ({ payerId, remoteOrderId }: BuyerDetails): WalletContent => ({
  input: 'paypalWalletContent',
  fields: { payerId, token: remoteOrderId },
});
const approved: Step = {
  name: 'approved',
  ask: (handlers) => handlers.approved('ORDER-1', content),
  sends: [
    ['paypalBuyerDetailsFetch', 'approval'],
    ['cartBuyerIdentityUpdate', 'approval'],
    ['cartPaymentUpdate', 'approval'],
  ],
};

const CANCELLED: SheetClosing = { kind: 'cancelled' };

const APPLE_PAY: Omit<Wallet, 'steps' | 'ships'> = {
  instrument: { name: 'ApplePay', walletName: 'Apple Pay', forgetsBuyer: true },
  chunk: 'apple-pay',
  // The adapter closes the sheet, and the sheet then sends no event.
  closesAfter: () => CANCELLED,
  forgets: 'always',
};

/** PayPal's window. It closes with an error if its order fails, and after an approval that failed. */
const popup = (name: 'PayPal' | 'Venmo'): Wallet => ({
  instrument: { name, walletName: name, inWindow: true, ordersInCheckout: true },
  chunk: 'paypal',
  steps: (source) => [orderWanted(name.toUpperCase())(source), approved],
  closesAfter: (step) => ({ kind: 'failed', code: step === approved ? 'APPROVAL' : 'NO_ORDER' }),
  ships: true,
  forgets: 'never',
});

/** Every wallet, and Apple Pay for digital goods, where the sheet reports a card's billing address. */
export const WALLETS = {
  'Apple Pay': {
    ...APPLE_PAY,
    steps: (source) => [validation(source), address, option, coupon, authorised],
    ships: true,
  },
  'Apple Pay for digital goods': {
    ...APPLE_PAY,
    steps: (source) => [validation(source), card, authorisedDigital],
    ships: false,
  },
  'Google Pay': {
    instrument: { name: 'GooglePay', walletName: 'Google Pay', shippedOnly: true },
    chunk: 'google-pay',
    steps: (source) => [opened(source), address, option, authorised],
    // Only the buyer can close this sheet, after reading the error in it.
    closesAfter: () => CANCELLED,
    ships: true,
    forgets: 'without an order',
  },
  PayPal: popup('PayPal'),
  Venmo: popup('Venmo'),
} as const satisfies Record<string, Wallet>;

export type WalletName = keyof typeof WALLETS;

/** One operation of one step of a wallet's purchase. */
export interface OperationCall {
  readonly wallet: WalletName;
  readonly source: Source;
  readonly step: Step;
  readonly operation: string;
  readonly purpose: Purpose;
}

const operationCallsOf = (wallet: WalletName, source: Source): readonly OperationCall[] =>
  WALLETS[wallet]
    .steps(source)
    .flatMap((step) =>
      step.sends.map(([operation, purpose]) => ({ wallet, source, step, operation, purpose })),
    );

/** Every operation that can fail. With an existing cart only the opening operation differs from a new cart. */
export const OPERATION_CALLS: readonly OperationCall[] = (Object.keys(WALLETS) as WalletName[]).flatMap(
  (wallet) => [
    ...operationCallsOf(wallet, 'line'),
    ...operationCallsOf(wallet, 'cart').filter(({ purpose }) => purpose === 'opening'),
  ],
);

export const operationCallName = ({ wallet, source, step, operation }: OperationCall): string =>
  `${wallet}, from a ${source}: ${operation} of ${step.name}`;
