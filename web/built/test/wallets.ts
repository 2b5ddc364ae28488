import type { SheetInstrument } from '../../embed/flows/instruments.ts';
import type {
  BuyerDetails,
  SheetClosing,
  SheetHandlers,
  WalletContent,
} from '../../embed/wallets/protocol.ts';
import { authorisation, contact } from '../../embed/test/cart-data.ts';

/**
 * What an operation is for, which decides what its failure leads to: the cart is made or taken (`opening`), the merchant
 * validated, the vendor's order made, the sheet changed, the buyer's consent written down, submitted, or an approval in a
 * window taken over.
 */
export type Purpose = 'opening' | 'validation' | 'order' | 'change' | 'consent' | 'submission' | 'approval';

/** Where the cart comes from. */
export type Source = 'line' | 'cart';

/** One thing that a wallet asks of the flow. */
export interface Step {
  readonly name: string;
  readonly ask: (handlers: SheetHandlers) => Promise<{ readonly kind: string }>;
  /** What it sends, in this order, each for a purpose. */
  readonly sends: readonly (readonly [operation: string, purpose: Purpose])[];
}

/** A wallet as the flow meets it: what its adapter calls, and what it does with the answers. */
export interface Wallet {
  readonly instrument: Omit<SheetInstrument, 'loadAdapter'>;
  /** The chunk of its adapter, which has its operations. */
  readonly chunk: 'apple-pay' | 'google-pay' | 'paypal';
  readonly steps: (source: Source) => readonly Step[];
  /** How the sheet is gone after a step that ended the session. */
  readonly closesAfter: (step: Step) => SheetClosing;
  /** The goods are shipped. */
  readonly ships: boolean;
  /** Whether the buyer is forgotten when a sheet ends: always, where nothing goes on, or never (row 4.14). */
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
  // Not the option that the cart has selected: it is selected on the way.
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
  // Its adapter closes the sheet, which does not say so itself then.
  closesAfter: () => CANCELLED,
  forgets: 'always',
};

/** A window of PayPal's: it closes with an error when its order fails, and after an approval that came to nothing. */
const popup = (name: 'PayPal' | 'Venmo'): Wallet => ({
  instrument: { name, walletName: name, inWindow: true, ordersInCheckout: true },
  chunk: 'paypal',
  steps: (source) => [orderWanted(name.toUpperCase())(source), approved],
  closesAfter: (step) => ({ kind: 'failed', code: step === approved ? 'APPROVAL' : 'NO_ORDER' }),
  ships: true,
  forgets: 'never',
});

/** Every wallet, and Apple Pay for goods that are not shipped, which tells the billing address of a card. */
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
    // Nobody can close its sheet but the buyer, who has read the error in it.
    closesAfter: () => CANCELLED,
    ships: true,
    forgets: 'without an order',
  },
  PayPal: popup('PayPal'),
  Venmo: popup('Venmo'),
} as const satisfies Record<string, Wallet>;

export type WalletName = keyof typeof WALLETS;

/** One operation of one step of a wallet's way. */
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

/** Every place where a wallet's way can break; a cart that is taken differs from one that is made in its opening alone. */
export const OPERATION_CALLS: readonly OperationCall[] = (Object.keys(WALLETS) as WalletName[]).flatMap(
  (wallet) => [
    ...operationCallsOf(wallet, 'line'),
    ...operationCallsOf(wallet, 'cart').filter(({ purpose }) => purpose === 'opening'),
  ],
);

export const operationCallName = ({ wallet, source, step, operation }: OperationCall): string =>
  `${wallet}, from a ${source}: ${operation} of ${step.name}`;
