import type { ReactNode } from 'react';
import { Section } from './Section.tsx';

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
      <SummarySkeleton />
      <div className="co-form" aria-hidden="true">
        <div className="co-skeleton co-skeleton--section" />
        <div className="co-skeleton co-skeleton--section co-skeleton--tall" />
        <div className="co-skeleton co-skeleton--section" />
      </div>
    </div>
  );
}

/** The summary's place. */
export function SummarySkeleton(): ReactNode {
  return (
    <div className="co-summary co-summary--skeleton" aria-hidden="true">
      <div className="co-skeleton co-skeleton--heading" />
      <div className="co-skeleton co-skeleton--line" />
      <div className="co-skeleton co-skeleton--line" />
    </div>
  );
}

/** The places of the sections below the first ones. */
export function LaterSections({ shipped }: { readonly shipped: boolean }): ReactNode {
  const options = <div className="co-skeleton co-skeleton--options" aria-hidden="true" />;
  return (
    <>
      {shipped ? (
        <Section id="delivery" title="Doprava">
          {options}
        </Section>
      ) : null}
      <Section id="payment" title="Platba">
        {options}
      </Section>
    </>
  );
}
