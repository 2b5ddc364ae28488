import { loadPress, loadRates, loadWallet } from './chunks.ts';
import type { SheetChunks } from '../chunks/open-sheet.ts';

/** The chunks that every wallet sheet needs besides the wallet's adapter. */
export interface WalletChunks extends SheetChunks {
  readonly wallet: Awaited<ReturnType<typeof loadWallet>>;
}

/** Loads the chunks in parallel. */
export async function loadWalletChunks(): Promise<WalletChunks> {
  const [press, wallet] = await Promise.all([loadPress(), loadWallet()]);
  return { press, wallet, rates: loadRates };
}
