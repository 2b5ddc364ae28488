import type { ReactElement } from 'react';
import { moneyIn } from '../../common/money.ts';
import { ChoiceFace } from '../../common/ChoiceList.tsx';
import { Actions } from './Actions.tsx';
import type { PageProps } from './page-props.ts';
import { cardChoice } from './choices-of.ts';
import { Recurring } from './Recurring.tsx';
import { pay } from './session.ts';
import { texts } from './texts.ts';

/** The confirmation after the shop's order button. */
export function Payment({ session, sending, leave, cancel }: PageProps): ReactElement {
  const { checkoutSessionId: id, storeName, amount, buyer, canPay } = session;
  const card = buyer?.cards.find(({ ending }) => ending === buyer.chosenCard);
  const total = amount && {
    label: texts.total,
    text: moneyIn(amount.currencyCode)(amount.amount),
  };
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
      {card && (
        <p className="face">
          <ChoiceFace choice={cardChoice(card)} />
        </p>
      )}
      <Recurring recurring={session.recurring} />
      {!canPay && <p role="status">{texts.notReady}</p>}
      <Actions sending={sending} label={texts.pay} isPossible={canPay} total={total} cancel={cancel} />
    </form>
  );
}
