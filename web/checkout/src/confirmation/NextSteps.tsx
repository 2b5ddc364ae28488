import type { ReactNode } from 'react';
import type { CardPaymentData, OrderData } from '../bootstrap/data.ts';
import { formatMoney } from '../format/money.ts';
import { TransferDetails } from './TransferDetails.tsx';

/** The next steps, by the order's payment. */
export function NextSteps({
  order,
  currency,
}: {
  readonly order: OrderData;
  readonly currency: string;
}): ReactNode {
  return (
    <section className="co-section co-next" aria-labelledby="next-title">
      <h2 className="co-section__title" id="next-title">
        Co bude dál
      </h2>
      {order.afterSale === null ? <Payment order={order} currency={currency} /> : <p>{order.afterSale}</p>}
      {isStopped(order) ? null : <p>{onItsWay(order)}</p>}
    </section>
  );
}

function Payment({ order, currency }: { readonly order: OrderData; readonly currency: string }): ReactNode {
  const { payment } = order;
  const total = formatMoney(order.total, currency);
  switch (payment.kind) {
    case 'card':
      return <p>{cardPayment(payment, total)}</p>;
    case 'cash_on_delivery':
      return (
        <p>
          {'Při převzetí zaplatíte '}
          <strong>{total}</strong>
          {', hotově nebo kartou. Předem neplaťte nic.'}
        </p>
      );
    case 'bank_transfer':
      return <TransferDetails payment={payment} currency={currency} />;
    case 'bank_transfer_ended':
      return null;
    case 'free':
      return <p>Není co platit, objednávka je zdarma.</p>;
  }
}

function cardPayment(payment: CardPaymentData, total: string): string {
  const means = meansName(payment);
  switch (payment.state) {
    case 'captured':
      return `Platba ${total} ${means} proběhla v pořádku.`;
    case 'authorised':
      return `Platba ${total} ${means} je schválená.`;
    case 'in_review':
      return `Platbu ${total} ${means} ještě prověřujeme. Ozveme se vám, neplaťte prosím znovu.`;
  }
}

/** Whether nothing is sent, as far as the shop knows. */
function isStopped(order: OrderData): boolean {
  return order.isCancelled || (order.payment.kind === 'bank_transfer_ended' && order.payment.isExpired);
}

function onItsWay(order: OrderData): string {
  if (order.payment.kind === 'card' && order.payment.state === 'in_review') {
    return 'Jakmile bude platba vyřízená, zboží vám pošleme.';
  }
  const paysLater = order.payment.kind === 'bank_transfer' && order.afterSale === null;
  const first = paysLater ? 'Jakmile platba dorazí na náš účet, zboží' : 'Zboží teď';
  if (order.deliveries.length > 0) return `${first} zabalíme a předáme dopravci.`;
  const cards = order.soldGiftCards.length;
  if (cards === 0) return `${first} připravíme a pošleme vám ho e-mailem.`;
  const codes = 'Kódy dárkových karet najdete hned tady.';
  // Each piece of a gift card has a code. Pieces without a code are other goods, which the shop sends by e-mail.
  const pieces = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return pieces > cards ? `${codes} Ostatní zboží připravíme a pošleme vám e-mailem.` : codes;
}

/** `přes Google Pay kartou Visa končící na 1111`, the card alone, or `přes PayPal`, which names no card. */
function meansName(payment: CardPaymentData): string {
  if (payment.wallet === 'paypal') return payment.network === 'venmo' ? 'přes Venmo' : 'přes PayPal';
  const card = cardName(payment);
  return payment.wallet === null ? card : `přes ${WALLETS[payment.wallet]} ${card}`;
}

const WALLETS = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const;

/** `kartou Visa končící na 1111`, without parts that the gateway does not supply. */
function cardName(card: { readonly network: string; readonly lastFour: string }): string {
  const network = NETWORKS[card.network.toLowerCase()] ?? card.network;
  const ending = card.lastFour === '' ? '' : `končící na ${card.lastFour}`;
  return ['kartou', network, ending].filter((part) => part !== '').join(' ');
}

const NETWORKS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  amex: 'American Express',
  american_express: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
};
