import { mountSheet } from '../../common/mount-sheet.ts';
import type { SheetModel } from './model.ts';
import { Sheet } from './Sheet.tsx';

/** Shows a sheet, in the calling task; the answer takes it away. */
export const showSheet = (model: SheetModel): (() => void) =>
  mountSheet('apple-pay-sandbox-sheet', <Sheet model={model} />);
