import { abortable, pause } from '../../base/wait.ts';
import { SDK_LOAD_RETRIES, SDK_LOAD_RETRY_WAIT_MS } from '../constants.ts';
import { scriptUrl } from './script-url.ts';

/** A script that is being loaded, or is there, and how many wait for it. */
interface Load {
  readonly done: Promise<void>;
  readonly controller: AbortController;
  waiting: number;
}

/** Gets a script ready, before it is loaded. */
type Prepare = (script: HTMLScriptElement) => void;

/** By the address as it was asked for. What failed or was given up is not in it. */
const loads = new Map<string, Load>();

/** One attempt. The element stays only where it has loaded. */
async function attempt(src: string, signal: AbortSignal, prepare?: Prepare): Promise<void> {
  signal.throwIfAborted();
  const script = document.createElement('script');
  // No `crossorigin`: the vendors' scripts come without CORS headers.
  prepare?.(script);
  const settled = new Promise<unknown>((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => {
      reject(new Error('The script did not load'));
    };
  });
  script.async = true;
  script.src = src;
  document.head.append(script);
  try {
    await abortable(settled, signal);
  } catch (error) {
    script.remove();
    throw error;
  } finally {
    script.onload = script.onerror = null;
  }
}

async function attempts(url: string, signal: AbortSignal, prepare?: Prepare): Promise<void> {
  const src = scriptUrl(url);
  for (let retries = SDK_LOAD_RETRIES; ; retries -= 1) {
    try {
      await attempt(src, signal, prepare);
      return;
    } catch (error) {
      if (retries === 0 || signal.aborted) throw error;
    }
    await pause(SDK_LOAD_RETRY_WAIT_MS, signal);
  }
}

function start(url: string, prepare?: Prepare): Load {
  const controller = new AbortController();
  const load: Load = { done: attempts(url, controller.signal, prepare), controller, waiting: 0 };
  loads.set(url, load);
  load.done.catch(() => {
    if (loads.get(url) === load) loads.delete(url);
  });
  return load;
}

/**
 * Has a vendor's script in the page, once per address whoever asks; a load that fails is tried again 3 times after
 * 200 ms each (row 7.14). Rejects when it does not load, and at once when the signal aborts; a load that nobody waits
 * for any more is given up. Later calls start anew.
 */
export async function loadSdk(url: string, signal: AbortSignal, prepare?: Prepare): Promise<void> {
  signal.throwIfAborted();
  const load = loads.get(url) ?? start(url, prepare);
  load.waiting += 1;
  try {
    await abortable(load.done, signal);
  } catch (error) {
    if (load.waiting === 1 && loads.get(url) === load) {
      loads.delete(url);
      load.controller.abort(error);
    }
    throw error;
  } finally {
    load.waiting -= 1;
  }
}
