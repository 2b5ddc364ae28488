import type { ReactNode } from 'react';
import type { Cart } from '../api/model.ts';
import type { ApprovedAccount, OfferedPayment } from '../bootstrap/data.ts';
import { fieldId } from '../form/fields.ts';
import { applicablePayments, isCardLike, isFree, needsCard, offeredFor, renews } from '../form/reconcile.ts';
import { isZero } from '../format/money.ts';
import {
  ACCOUNT_TEXTS,
  ACCOUNT_TITLES,
  CHOSEN_ACCOUNT,
  KEPT_ACCOUNT,
  NOTHING_TO_PAY,
  PAID_BY_CARDS,
  PAYMENT_TEXTS,
  TRANSFER_WITHOUT_CODE,
} from '../texts/payments.ts';
import { CardFields } from './CardFields.tsx';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { FieldError } from './FieldError.tsx';
import type { IconName } from './Icon.tsx';
import { OptionCard } from './OptionCard.tsx';
import { Section } from './Section.tsx';
import { Decline } from './SubmissionMessage.tsx';

type PaymentTexts = Readonly<Record<'description' | 'chosen', string>>;

const ICONS: Readonly<Record<OfferedPayment['kind'], IconName>> = {
  account: 'card',
  card: 'card',
  cash_on_delivery: 'cash',
  bank_transfer: 'bank',
};

export function PaymentSection({ state, locked }: EditingProps): ReactNode {
  const { flow } = useCheckout();
  const error = state.errors.payment;
  const id = fieldId('payment');
  if (isFree(state.cart)) {
    return (
      <Section id="payment" title="Platba">
        <Decline submission={state.submission} />
        {/* An order for nothing can be refused too. */}
        <div id={id} tabIndex={-1}>
          <p className="co-quiet">{state.cart.giftCards.length > 0 ? PAID_BY_CARDS : NOTHING_TO_PAY}</p>
          <FieldError id={id} error={error} />
        </div>
      </Section>
    );
  }
  const applicable = applicablePayments(state.payments, state.cart, state.form);
  return (
    <Section id="payment" title="Platba">
      <Decline submission={state.submission} />
      <fieldset
        className="co-options"
        id={id}
        tabIndex={-1}
        aria-labelledby="payment-title"
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      >
        {offeredFor(state.payments, state.cart)
          .filter((payment) => payment.kind !== 'cash_on_delivery' || state.cart.requiresShipping)
          .filter((payment) => isCardLike(payment.kind) || !needsCard(state.cart))
          .map((payment) => {
            const possible = applicable.includes(payment.kind);
            return (
              <OptionCard
                key={payment.kind}
                group="payment-method"
                value={payment.kind}
                icon={ICONS[payment.kind]}
                title={titleOf(payment)}
                description={describe(payment, state.cart, possible)}
                checked={state.form.payment === payment.kind}
                disabled={locked || !possible}
                invalid={error !== undefined}
                onChoose={() => {
                  flow.choosePayment(payment.kind);
                }}
              >
                <Details payment={payment} state={state} locked={locked} />
              </OptionCard>
            );
          })}
        <FieldError id={id} error={error} />
      </fieldset>
    </Section>
  );
}

/** The texts of a method that is no account. */
function textsOf(kind: Exclude<OfferedPayment['kind'], 'account'>, cart: Cart): PaymentTexts {
  // Codes exist for Czech crowns (QR Platba) and for euros (the European code).
  const isWithoutCode = kind === 'bank_transfer' && !['CZK', 'EUR'].includes(cart.total.currencyCode);
  return isWithoutCode ? TRANSFER_WITHOUT_CODE : PAYMENT_TEXTS[kind];
}

const titleOf = (payment: OfferedPayment): string =>
  payment.kind === 'account' ? ACCOUNT_TITLES[payment.account] : PAYMENT_TEXTS[payment.kind].title;

/** The texts of an account that is not kept. */
const accountTexts = ({ account }: ApprovedAccount): PaymentTexts =>
  account === 'amazon_pay' ? CHOSEN_ACCOUNT : ACCOUNT_TEXTS;

/** Why a method cannot be chosen, or what it is; for an account its owner, if known. */
function describe(payment: OfferedPayment, cart: Cart, possible: boolean): string {
  if (payment.kind !== 'account') {
    return possible ? textsOf(payment.kind, cart).description : PAYMENT_TEXTS[payment.kind].impossible;
  }
  const isKept = payment.agreement || renews(cart);
  const { description } = isKept ? KEPT_ACCOUNT : accountTexts(payment);
  return payment.email === null ? description : `${description} ${payment.email}`;
}

function Details({ payment, state }: EditingProps & { readonly payment: OfferedPayment }): ReactNode {
  const chosen = state.form.payment === payment.kind;
  if (payment.kind === 'card') {
    // The frame stays in the page when another method is selected, because removing it would lose the typed values.
    return (
      <CardFields
        url={payment.hostedFieldsUrl}
        shown={chosen}
        fault={state.submission.kind === 'card_invalid' ? state.submission.message : null}
      />
    );
  }
  if (!chosen) return null;
  return <p className="co-option__more co-quiet">{whatFollows(payment, state.cart)}</p>;
}

/** The step after the order. */
function whatFollows(payment: OfferedPayment, cart: Cart): string {
  if (payment.kind === 'bank_transfer') return `${textsOf(payment.kind, cart).chosen} ${payment.due ?? ''}`;
  if (payment.kind !== 'account') return textsOf(payment.kind, cart).chosen;
  if (renews(cart)) return KEPT_ACCOUNT[isZero(cart.total.amount) ? 'free' : 'due'];
  return payment.agreement ? KEPT_ACCOUNT.once : accountTexts(payment).chosen;
}
