import { emulatedSheet } from './emulated-sheet.js';

/** The emulated Meta Pay's path. */
export const SDK = '**/sandbox/meta-pay/meta-pay.js*';

/** The emulated Meta Pay. */
export const metaPay = emulatedSheet('Meta Pay', 'meta-pay-sandbox');
