import { useSyncExternalStore, type ReactElement } from 'react';
import { AddressLines } from '../../common/AddressLines.tsx';
import { cardChoices } from '../../common/card-choices.ts';
import { VISA_CARDS } from '../../common/card-numbers.ts';
import { Chooser } from '../../common/Chooser.tsx';
import { CodeField } from '../../common/CodeField.tsx';
import { countryName } from '../../common/country-name.ts';
import { moneyIn } from '../../common/money.ts';
import { Prices, type Price } from '../../common/Prices.tsx';
import { SheetForm } from '../../common/SheetForm.tsx';
import { sheetTexts } from '../../common/sheet-texts.ts';
import { useOnceSettled } from '../../common/use-once-settled.ts';
import { DeliveryOptions } from '../../common/DeliveryOptions.tsx';
import { BUYERS, buyerChoice, type Buyer } from '../buyers.ts';
import type { LineItem, SheetError } from '../types.ts';
import type { ApplePaySheetModel } from './model.ts';
import { canPay, placeOf, type SheetSection, type SheetState } from './state.ts';
import { texts } from './texts.ts';

/** Always rendered, so that screen readers announce errors added later. */
function Faults({
  at,
  errors,
}: {
  readonly at: SheetSection;
  readonly errors: readonly SheetError[];
}): ReactElement {
  const messages = errors
    .filter((error) => placeOf(error) === at)
    .map(({ message }) => (message === '' ? texts.failed : message));
  return (
    <p className="error" role="alert" data-fields={errors.map(({ contactField }) => contactField).join(' ')}>
      {messages.length > 0 ? messages.join(' ') : null}
    </p>
  );
}

/** The address lines of a contact. */
function linesOf({ contact }: Buyer): readonly (string | undefined)[] {
  const { givenName, familyName, addressLines = [], postalCode, locality } = contact;
  const { administrativeArea, countryCode = '', phoneNumber } = contact;
  const name = [givenName, familyName].filter(Boolean).join(' ');
  const town = [postalCode, locality, administrativeArea].filter(Boolean).join(' ');
  return [name, ...addressLines, town, countryName(countryCode), phoneNumber];
}

const buyerChoices = BUYERS.map(buyerChoice);

/** The text for each wait of the buyer. */
function statusOf(waiting: SheetState['waiting']): string | null {
  if (waiting === 'validation') return texts.validating;
  return waiting === 'merchant' ? sheetTexts.waiting : null;
}

/** Shipping methods and prices, formatted. */
function offerOf({ lines, total, methods }: SheetState, currency: string) {
  const money = moneyIn(currency);
  const price = ({ label, amount }: LineItem): Price => ({ label, text: money(amount) });
  return {
    ways: methods.map(({ identifier, label, detail, amount }) => ({
      id: identifier,
      label: `${label} – ${money(amount)}`,
      detail,
    })),
    lines: lines.map(price),
    total: total.type === 'pending' ? { label: total.label, text: texts.pending } : price(total),
  };
}

/** The sheet's content: shows the model's state and forwards the buyer's actions. */
export function Sheet({ model }: { readonly model: ApplePaySheetModel }): ReactElement {
  const state = useSyncExternalStore(model.subscribe, model.state);
  const { buyer, card, methodId, errors, waiting } = state;
  const { request } = model.parts;
  const { ways, lines, total } = offerOf(state, request.currencyCode);
  const isBusy = waiting !== null;
  const isOffered = useOnceSettled(isBusy);
  return (
    <SheetForm
      status={statusOf(waiting)}
      isBusy={isBusy}
      isPaying={waiting === 'payment'}
      canPay={canPay(state)}
      pay={model.pay}
      total={isOffered ? total : null}
    >
      <Chooser label={sheetTexts.buyer} value={buyer.id} choices={buyerChoices} choose={model.chooseBuyer} />
      <Chooser
        label={sheetTexts.card}
        value={card.id}
        choices={cardChoices(VISA_CARDS)}
        choose={model.chooseCard}
      />
      {model.delivers ? <AddressLines lines={linesOf(buyer)} /> : null}
      <Faults at="address" errors={errors} />
      {request.supportsCouponCode ? (
        <CodeField
          label={texts.coupon}
          apply={texts.useCoupon}
          initial={state.coupon}
          enter={model.enterCoupon}
        />
      ) : null}
      <Faults at="coupon" errors={errors} />
      {isOffered ? <DeliveryOptions ways={ways} selected={methodId} choose={model.chooseMethod} /> : null}
      {isOffered ? <Prices lines={lines} /> : null}
      <Faults at="payment" errors={errors} />
    </SheetForm>
  );
}
