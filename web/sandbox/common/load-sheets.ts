import type * as Contents from '../sheets.tsx';
import { whenIdle } from './when-idle.ts';

/** The sheets' contents, a module beside the wallets' scripts. */
export type LoadSheets = () => Promise<typeof Contents>;

/**
 * Makes a loader of the sheets' contents, which are fetched ahead when the browser is idle. After a failure the next
 * call tries again.
 * @param scriptAddress where the wallet's script came from; the contents come from the same server
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
