type Ui = typeof import('../ui/mount.tsx');

let loading: Promise<Ui> | null = null;

/** Loads React and the views. A failed load may be tried again: the next intent may find the network back. */
export function loadUi(): Promise<Ui> {
  loading ??= import('../ui/mount.tsx').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

let prefetched = false;

/** Has the browser fetch, but not run, the chunk once nothing better is to do. */
export function prefetchUi(): void {
  if (prefetched || typeof __UI_CHUNK__ === 'undefined') return;
  prefetched = true;
  const { file, integrity } = __UI_CHUNK__;
  const prefetch = (): void => {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = new URL(file, import.meta.url).href;
    link.integrity = integrity;
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  };
  // WebKit has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(prefetch, { timeout: 5000 });
  else setTimeout(prefetch, 2000);
}
