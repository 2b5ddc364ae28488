import type { LoadSheets } from '../../common/load-sheets.ts';
import { presentSheet } from '../../common/present-sheet.ts';
import type { PaymentData } from '../types.ts';
import { createSession, type SessionParts } from './session.ts';
import { texts } from './texts.ts';

/** Shows a sheet, in the calling task, until the buyer has agreed or gone. Rejects with `PaymentsError`. */
export const sheetOpener =
  (loadSheets: LoadSheets) =>
  async (parts: SessionParts): Promise<PaymentData> => {
    const session = createSession(parts);
    const { cancel } = session;
    const close = presentSheet({ tag: 'google-pay-sandbox-sheet', title: texts.title, cancel }, async () =>
      (await loadSheets()).googlePay(session),
    );
    session.start();
    try {
      return await session.finished;
    } finally {
      close();
    }
  };
