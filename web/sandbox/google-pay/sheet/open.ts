import type { LoadSheets } from '../../common/load-sheets.ts';
import { presentSheet } from '../../common/present-sheet.ts';
import type { PaymentData } from '../types.ts';
import { createSheetModel, type SheetModelOptions } from './model.ts';
import { texts } from './texts.ts';

/** Shows a sheet in the calling task until the buyer agrees or cancels. Rejects with `PaymentsError`. */
export const sheetOpener =
  (loadSheets: LoadSheets) =>
  async (parts: SheetModelOptions): Promise<PaymentData> => {
    const model = createSheetModel(parts);
    const { cancel } = model;
    const close = presentSheet({ wallet: 'google-pay', title: texts.title, cancel }, async () =>
      (await loadSheets()).googlePay(model),
    );
    model.start();
    try {
      return await model.finished;
    } finally {
      close();
    }
  };
