import type { ReactElement } from 'react';
import { moneyIn } from '../../common/money.ts';
import { Total } from '../../common/Prices.tsx';
import { Actions } from './Actions.tsx';
import type { PageProps } from './page-props.ts';
import { Recurring } from './Recurring.tsx';
import { pay } from './session.ts';
import { cardText, texts } from './texts.ts';

/** The confirmation after the shop's order button. */
export function Payment({ session, sending, leave, cancel }: PageProps): ReactElement {
  const { checkoutSessionId: id, storeName, amount, buyer, canPay } = session;
  const card = buyer?.cards.find(({ ending }) => ending === buyer.chosenCard);
  return (
    <form
      aria-busy={sending.isSending}
      onSubmit={(event) => {
        event.preventDefault();
        if (canPay) leave(() => pay(id));
      }}
    >
      {storeName !== null && (
        <p>
          {texts.payee}: <strong>{storeName}</strong>
        </p>
      )}
      {card && <p>{cardText(card)}</p>}
      {amount && <Total total={{ label: texts.total, text: moneyIn(amount.currencyCode)(amount.amount) }} />}
      <Recurring recurring={session.recurring} />
      {!canPay && <p role="status">{texts.notReady}</p>}
      <Actions sending={sending} label={texts.pay} isPossible={canPay} cancel={cancel} />
    </form>
  );
}
