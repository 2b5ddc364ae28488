import type { ReactElement } from 'react';
import { moneyIn } from '../../common/money.ts';
import type { Session } from './session.ts';
import { frequencyText, texts } from './texts.ts';

/** What the buyer permits to charge later; nothing for a single order. */
export function Recurring({ recurring }: Pick<Session, 'recurring'>): ReactElement | null {
  if (recurring === null) return null;
  const { frequency, amount } = recurring;
  const often = frequencyText(frequency.unit, frequency.value);
  const sum = amount === null ? '' : `až ${moneyIn(amount.currencyCode)(amount.amount)} `;
  return <p>{`${texts.recurring}: ${sum}${often}`}</p>;
}
