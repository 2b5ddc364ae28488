import { useSyncExternalStore, type ReactElement } from 'react';
import { AddressLines } from '../../common/AddressLines.tsx';
import { cardChoices } from '../../common/card-choices.ts';
import { Chooser } from '../../common/Chooser.tsx';
import { moneyIn } from '../../common/money.ts';
import { Prices, type Price } from '../../common/Prices.tsx';
import { SheetForm } from '../../common/SheetForm.tsx';
import { sheetTexts } from '../../common/sheet-texts.ts';
import { useOnceSettled } from '../../common/use-once-settled.ts';
import { DeliveryOptions } from '../../common/DeliveryOptions.tsx';
import { BUYERS, buyerChoice, type Buyer } from '../buyers.ts';
import type { PaymentDataError, TransactionInfo } from '../types.ts';
import type { GooglePaySheetModel } from './model.ts';
import { canPay } from './state.ts';
import { texts } from './texts.ts';

/** The parts of the sheet that show errors. */
type SheetSection = 'address' | 'options' | 'payment';

const sectionOf = ({ intent }: PaymentDataError): SheetSection => {
  if (intent === 'SHIPPING_ADDRESS') return 'address';
  return intent === 'SHIPPING_OPTION' ? 'options' : 'payment';
};

/** Always rendered, so that screen readers announce errors added later. */
function Fault({
  at,
  error,
}: {
  readonly at: SheetSection;
  readonly error: PaymentDataError | null;
}): ReactElement {
  const isHere = error !== null && sectionOf(error) === at;
  return (
    <p className="error" role="alert">
      {isHere ? error.message : null}
    </p>
  );
}

/** The address lines of a buyer. */
function linesOf({ address }: Buyer): readonly (string | undefined)[] {
  const { name, address1, address2, postalCode, locality, administrativeArea, phoneNumber } = address;
  const town = [postalCode, locality, administrativeArea].filter(Boolean).join(' ');
  return [name, address1, address2, town, phoneNumber];
}

/** The prices of a transaction, formatted. */
function pricesOf(transaction: TransactionInfo): { lines: readonly Price[]; total: Price } {
  const { currencyCode, displayItems = [], totalPrice, totalPriceLabel, totalPriceStatus } = transaction;
  const money = moneyIn(currencyCode);
  const label = totalPriceLabel ?? texts.total;
  return {
    lines: displayItems.map((item) => ({ label: item.label, text: money(item.price) })),
    total: {
      label: totalPriceStatus === 'ESTIMATED' ? `${label} (${texts.estimated})` : label,
      text: totalPriceStatus === 'NOT_CURRENTLY_KNOWN' ? '–' : money(totalPrice),
    },
  };
}

const buyerChoices = BUYERS.map(buyerChoice);

/** The sheet's content: shows the model's state and forwards the buyer's actions. */
export function Sheet({ model }: { readonly model: GooglePaySheetModel }): ReactElement {
  const state = useSyncExternalStore(model.subscribe, model.state);
  const { request, cards } = model.parts;
  const { buyer, card, options, optionId, error, transaction, waiting } = state;
  const ways = options.map(({ id, label, description }) => ({ id, label, detail: description }));
  const isBusy = waiting !== null;
  const isOffered = useOnceSettled(isBusy);
  const { lines, total } = pricesOf(transaction);
  return (
    <SheetForm
      status={waiting === 'merchant' ? sheetTexts.waiting : null}
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
        choices={cardChoices(cards)}
        choose={model.chooseCard}
      />
      {request.shippingAddressRequired ? <AddressLines lines={linesOf(buyer)} /> : null}
      <Fault at="address" error={error} />
      {isOffered ? <DeliveryOptions ways={ways} selected={optionId} choose={model.chooseOption} /> : null}
      <Fault at="options" error={error} />
      {isOffered ? <Prices lines={lines} /> : null}
      <Fault at="payment" error={error} />
    </SheetForm>
  );
}
