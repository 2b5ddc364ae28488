let prefetched = false;

/** Prefetches the checkout's scripts and styles when the browser is idle. Only the first call does it. */
export function prefetchCheckout(): void {
  if (prefetched) return;
  prefetched = true;
  const prefetch = (): void => {
    for (const path of __CHECKOUT__) {
      const link = document.createElement('link');
      link.rel = 'prefetch';
      link.crossOrigin = 'anonymous';
      link.href = new URL(path, import.meta.url).href;
      link.as = path.endsWith('.css') ? 'style' : 'script';
      document.head.append(link);
    }
  };
  // WebKit has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(prefetch, { timeout: 5000 });
  else setTimeout(prefetch, 2000);
}
