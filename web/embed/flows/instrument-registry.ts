import {
  instrumentName,
  type InstrumentName,
  type SheetInstrument,
  type WalletConfig,
} from './instruments.ts';

/** The wallets that this page can open. */
const registry = new Map<InstrumentName, SheetInstrument>();

/** Makes a wallet available to every element. Returns a function that removes it. */
export function registerInstrument(instrument: SheetInstrument): () => void {
  registry.set(instrument.name, instrument);
  return () => registry.delete(instrument.name);
}

/** The wallet that a configuration names, if it is supported. */
export const sheetInstrument = ({ name }: Pick<WalletConfig, 'name'>): SheetInstrument | undefined =>
  registry.get(instrumentName(name));
