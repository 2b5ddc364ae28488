import type { Buyer } from '../buyers.ts';
import type { Card } from '../cards.ts';
import type { PaymentDataError, SelectionOption, TransactionInfo } from '../types.ts';

/** What the sheet shows. */
export interface SheetState {
  readonly buyer: Buyer;
  readonly card: Card;
  readonly transaction: TransactionInfo;
  readonly options: readonly SelectionOption[];
  readonly optionId: string | null;
  readonly error: PaymentDataError | null;
  /** What the buyer waits for. */
  readonly waiting: 'merchant' | 'payment' | null;
}

/** Whether the buyer may agree: nothing is being asked, and nothing about the delivery is wrong. */
export function canPay({ error, waiting }: SheetState): boolean {
  const isMendedByTrying = error?.intent === 'PAYMENT_AUTHORIZATION' || error?.intent === 'PAYMENT_METHOD';
  return waiting === null && (error === null || isMendedByTrying);
}
