import { mountSheet } from '../../common/mount-sheet.ts';
import type { PaymentData } from '../types.ts';
import { createSession, type SessionParts } from './session.ts';
import { Sheet } from './Sheet.tsx';

/** Shows a sheet, in the calling task, until the buyer has agreed or gone. Rejects with `PaymentsError`. */
export async function openSheet(parts: SessionParts): Promise<PaymentData> {
  const session = createSession(parts);
  const unmount = mountSheet('google-pay-sandbox-sheet', <Sheet session={session} />);
  session.start();
  try {
    return await session.finished;
  } finally {
    unmount();
  }
}
