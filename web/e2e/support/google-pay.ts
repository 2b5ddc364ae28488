import { emulatedSheet } from './emulated-sheet.js';

/** The emulated Google Pay's path. */
export const SDK = '**/sandbox/google-pay/pay.js';

/** The emulated Google Pay. */
export const googlePay = emulatedSheet('Google Pay', 'google-pay-sandbox');

export const { cancel, pay, preset, sheet, sheetErrors, sheetReady } = googlePay;
