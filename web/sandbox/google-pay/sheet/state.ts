import type { Buyer } from '../buyers.ts';
import type { Card } from '../cards.ts';
import type { PaymentDataError, SelectionOption, TransactionInfo } from '../types.ts';

/** The state that the sheet renders. */
export interface SheetState {
  readonly buyer: Buyer;
  readonly card: Card;
  readonly transaction: TransactionInfo;
  readonly options: readonly SelectionOption[];
  readonly optionId: string | null;
  readonly error: PaymentDataError | null;
  /** The reason why the buyer waits. */
  readonly waiting: 'merchant' | 'payment' | null;
}

/** Whether the buyer can pay: no call is pending and delivery has no error. */
export function canPay({ error, waiting }: SheetState): boolean {
  const isMendedByTrying = error?.intent === 'PAYMENT_AUTHORIZATION' || error?.intent === 'PAYMENT_METHOD';
  return waiting === null && (error === null || isMendedByTrying);
}
