import type { LoadSheets } from '../../common/load-sheets.ts';
import { presentSheet } from '../../common/present-sheet.ts';
import type { ApplePaySheetModel } from './model.ts';
import { texts } from './texts.ts';

/** Shows a sheet in the calling task. Returns a function that closes it. */
export const sheetOpener =
  (loadSheets: LoadSheets) =>
  (model: ApplePaySheetModel): (() => void) =>
    presentSheet({ wallet: 'apple-pay', title: texts.title, cancel: model.cancel }, async () =>
      (await loadSheets()).applePay(model),
    );
