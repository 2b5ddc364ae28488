import { abortable, pause } from '../../base/wait.ts';
import { SDK_LOAD_RETRIES, SDK_LOAD_RETRY_WAIT_MS } from '../constants.ts';
import { scriptUrl } from './script-url.ts';

/** A script that is loading or loaded, and the number of callers that wait for it. */
interface Load {
  readonly done: Promise<void>;
  readonly controller: AbortController;
  waiting: number;
}

/** Gets a script ready, before it is loaded. */
type Prepare = (script: HTMLScriptElement) => void;

const LOADS_KEY = Symbol.for('accelerated-checkout:scripts');

type Page = Partial<Record<symbol, Map<string, Load>>>;

/** By the requested URL. Failed and abandoned loads are removed. A page may run this code twice: in two entries. */
const loads = ((globalThis as Page)[LOADS_KEY] ??= new Map<string, Load>());

/** One attempt. The script element is removed unless it has loaded. */
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
 * Loads a vendor's script, once per URL. A failed load is retried 3 times, 200 ms apart (row 7.14). Rejects if it does
 * not load, and at once when the signal aborts. A load without waiting callers is abandoned; later calls start again.
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
