import type { ReactNode } from 'react';

/** The shape of the checkout while the cart is loading. */
export function Skeleton({ silent = false }: { readonly silent?: boolean }): ReactNode {
  return (
    <div className="co-layout">
      <header className="co-head">
        <h1 className="co-title">Pokladna</h1>
        {silent ? null : (
          <p className="co-hidden" role="status">
            Načítáme pokladnu…
          </p>
        )}
      </header>
      <div className="co-summary co-summary--skeleton" aria-hidden="true">
        <div className="co-skeleton co-skeleton--heading" />
        <div className="co-skeleton co-skeleton--line" />
        <div className="co-skeleton co-skeleton--line" />
      </div>
      <div className="co-form" aria-hidden="true">
        <div className="co-skeleton co-skeleton--section" />
        <div className="co-skeleton co-skeleton--section co-skeleton--tall" />
        <div className="co-skeleton co-skeleton--section" />
      </div>
    </div>
  );
}
