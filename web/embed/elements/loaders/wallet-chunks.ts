import { loadPress, loadRates, loadWallet } from './chunks.ts';
import type { SheetChunks } from '../chunks/open-sheet.ts';

/** What every wallet that pays in a sheet needs besides its adapter. */
export interface WalletChunks extends SheetChunks {
  readonly wallet: Awaited<ReturnType<typeof loadWallet>>;
}

/** Loads all of it side by side. */
export async function loadWalletChunks(): Promise<WalletChunks> {
  const [press, wallet] = await Promise.all([loadPress(), loadWallet()]);
  return { press, wallet, rates: loadRates };
}
