import type { SheetInstrument } from '../flows/instruments.ts';
import { loadApplePay } from './chunks.ts';

/** The mobile wallet. */
export const APPLE_PAY: SheetInstrument = {
  name: 'ApplePay',
  branded: true,
  walletName: 'Apple Pay',
  loadAdapter: loadApplePay,
};
