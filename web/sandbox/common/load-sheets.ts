import type * as Contents from '../sheets.tsx';
import { whenIdle } from './when-idle.ts';

/** The module with the sheets' contents, in the same folder as the wallets' scripts. */
export type LoadSheets = () => Promise<typeof Contents>;

/**
 * Returns a loader of the sheets' contents, and prefetches them when the browser is idle. After a failure the next call
 * retries.
 * @param scriptAddress URL of the wallet's script; the contents come from the same server
 */
export function sheetsLoader(scriptAddress: string): LoadSheets {
  const { href } = new URL(__SHEETS_PATH__, scriptAddress);
  let loading: ReturnType<LoadSheets> | null = null;
  const load: LoadSheets = () =>
    (loading ??= (import(/* @vite-ignore */ href) as ReturnType<LoadSheets>).catch((error: unknown) => {
      loading = null;
      throw error;
    }));
  whenIdle(() => {
    load().catch(() => undefined);
  });
  return load;
}
