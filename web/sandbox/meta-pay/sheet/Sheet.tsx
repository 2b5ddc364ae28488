import { useSyncExternalStore, type ReactElement } from 'react';
import type { FulfillmentOption, PaymentItem } from '../../../embed/wallets/meta-pay/types.ts';
import { AddressLines } from '../../common/AddressLines.tsx';
import { cardChoices } from '../../common/card-choices.ts';
import { VISA_CARDS } from '../../common/card-numbers.ts';
import { Chooser } from '../../common/Chooser.tsx';
import { CodeField } from '../../common/CodeField.tsx';
import { countryName } from '../../common/country-name.ts';
import { Emulation } from '../../common/Emulation.tsx';
import { DeliveryOptions } from '../../common/DeliveryOptions.tsx';
import { moneyIn } from '../../common/money.ts';
import { Prices, type Price } from '../../common/Prices.tsx';
import { SheetForm } from '../../common/SheetForm.tsx';
import { sheetTexts } from '../../common/sheet-texts.ts';
import { useOnceSettled } from '../../common/use-once-settled.ts';
import { BUYERS, buyerChoice, type Buyer } from '../buyers.ts';
import { CONTAINER_TYPES } from '../container-types.ts';
import { SCENARIOS } from '../preset.ts';
import type { MetaPaySheetModel } from './model.ts';
import { messagesAt, type SheetSection, type SheetState } from './state.ts';
import { texts } from './texts.ts';

interface FaultsProps {
  readonly at: SheetSection;
  readonly state: SheetState;
}

/** Always rendered, so that screen readers announce errors added later. */
function Faults({ at, state }: FaultsProps): ReactElement {
  const messages = messagesAt(at, state.errors);
  return (
    <p className="error" role="alert">
      {messages.length > 0 ? messages.join(' ') : null}
    </p>
  );
}

const buyerChoices = BUYERS.map(buyerChoice);
const scenarioChoices = Object.entries(SCENARIOS).map(([id, text]) => ({ id, text }));

/** The address lines of a buyer. */
function linesOf({ address }: Buyer): readonly (string | undefined)[] {
  const { recipient, addressLine = [], postalCode, city, region, country, phone } = address;
  const town = [postalCode, city, region].filter(Boolean).join(' ');
  return [recipient, ...addressLine, town, countryName(country), phone];
}

/** Delivery options and prices, formatted. */
function offerOf({ details }: SheetState) {
  const { total, summaryItems = [], displayItems = [], fulfillmentOptions = [] } = details;
  const money = moneyIn(total.amount.currency);
  const price = ({ label, amount }: PaymentItem): Price => ({ label, text: money(amount.value) });
  const way = ({ id, label, price: cost }: FulfillmentOption) => ({
    id,
    label: `${label} – ${money(cost.value)}`,
    detail: undefined,
  });
  return {
    ways: fulfillmentOptions.map(way),
    lines: summaryItems.map(price),
    others: displayItems.map(price),
    total: price(total),
  };
}

interface ChoicesProps {
  readonly model: MetaPaySheetModel;
  readonly state: SheetState;
}

/** What a buyer chooses first. */
function BuyerAndCard({ model, state }: ChoicesProps): ReactElement {
  return (
    <>
      <Chooser
        label={sheetTexts.buyer}
        value={state.buyer.id}
        choices={buyerChoices}
        choose={model.chooseBuyer}
      />
      <Chooser
        label={sheetTexts.card}
        value={state.card.id}
        choices={cardChoices(VISA_CARDS)}
        choose={model.chooseCard}
      />
    </>
  );
}

/** What happens besides. */
function Course({ model, state }: ChoicesProps): ReactElement {
  const types = model.containerTypes.map((id) => ({ id, text: CONTAINER_TYPES[id] }));
  return (
    <Emulation>
      {types.length > 1 ? (
        <Chooser
          label={texts.containerType}
          value={state.containerType}
          choices={types}
          choose={model.chooseContainerType}
        />
      ) : null}
      <Chooser
        label={texts.scenario}
        value={state.scenario}
        choices={scenarioChoices}
        choose={model.chooseScenario}
      />
    </Emulation>
  );
}

/** The sheet's content: shows the model's state and forwards the buyer's actions. */
export function Sheet({ model }: { readonly model: MetaPaySheetModel }): ReactElement {
  const state = useSyncExternalStore(model.subscribe, model.state);
  const { buyer, details, waiting } = state;
  const { ways, lines, others, total } = offerOf(state);
  const isBusy = waiting !== null;
  const isOffered = useOnceSettled(isBusy);
  return (
    <SheetForm
      status={waiting === 'merchant' ? sheetTexts.waiting : null}
      isBusy={isBusy}
      isPaying={waiting === 'payment'}
      canPay={model.canPay()}
      pay={model.pay}
      total={isOffered ? total : null}
    >
      <BuyerAndCard model={model} state={state} />
      {model.parts.options.requestShipping ? <AddressLines lines={linesOf(buyer)} /> : null}
      <Faults at="address" state={state} />
      <CodeField label={texts.offer} apply={texts.useOffer} initial="" enter={model.enterOffer} />
      <Faults at="offer" state={state} />
      {isOffered ? (
        <DeliveryOptions
          ways={ways}
          selected={details.fulfillmentOptionId ?? null}
          choose={model.chooseOption}
        />
      ) : null}
      <Faults at="options" state={state} />
      {isOffered ? <Prices lines={lines} /> : null}
      {isOffered && others.length > 0 ? (
        <section className="field">
          <h2>{texts.details}</h2>
          <Prices lines={others} />
        </section>
      ) : null}
      <Faults at="payment" state={state} />
      <Course model={model} state={state} />
    </SheetForm>
  );
}
