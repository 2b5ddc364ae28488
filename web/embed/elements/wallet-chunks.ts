import { loadDelivery, loadPress, loadSheet, loadWallet } from './chunks.ts';
import type { SheetChunks } from './open-sheet.ts';

/** What every wallet that pays in a sheet needs besides its adapter. */
export interface WalletChunks extends SheetChunks {
  readonly wallet: Awaited<ReturnType<typeof loadWallet>>;
}

/** Loads all of it side by side. */
export async function loadWalletChunks(): Promise<WalletChunks> {
  const [press, sheet, wallet] = await Promise.all([loadPress(), loadSheet(), loadWallet()]);
  return { press, sheet, wallet, delivery: loadDelivery };
}
