import type { ReactNode } from 'react';

/** The shape of the checkout while the cart is loading. */
export function Skeleton({ silent = false }: { readonly silent?: boolean }): ReactNode {
  return (
    <div className="co-layout" role={silent ? undefined : 'status'}>
      {silent ? null : <span className="co-hidden">Načítáme pokladnu…</span>}
      <div className="co-main" aria-hidden="true">
        <div className="co-skeleton co-skeleton--heading" />
        <div className="co-skeleton co-skeleton--section" />
        <div className="co-skeleton co-skeleton--section co-skeleton--tall" />
        <div className="co-skeleton co-skeleton--section" />
      </div>
      <div className="co-summary co-summary--skeleton" aria-hidden="true">
        <div className="co-skeleton co-skeleton--heading" />
        <div className="co-skeleton co-skeleton--line" />
        <div className="co-skeleton co-skeleton--line" />
      </div>
    </div>
  );
}
