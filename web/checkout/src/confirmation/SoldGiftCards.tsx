import type { ReactNode } from 'react';
import type { OrderData } from '../bootstrap/data.ts';
import { formatMoney } from '../format/money.ts';
import { CopyButton } from './CopyButton.tsx';

/** The bought gift cards, each with its state. Only the buyer sees their codes. */
export function SoldGiftCards({ order }: { readonly order: OrderData }): ReactNode {
  const { soldGiftCards: cards, giftCardHint: hint } = order;
  if (cards.length === 0) return null;
  return (
    <section className="co-section co-next" aria-labelledby="gift-cards-title">
      <h2 className="co-section__title" id="gift-cards-title">
        {cards.length === 1 ? 'Vaše dárková karta' : 'Vaše dárkové karty'}
      </h2>
      {hint === null ? null : <p className="co-section__hint">{hint}</p>}
      <dl>
        {cards.map((card, index) => (
          // The cards of one order never change places, and a disabled one has no code.
          <div className="co-facts__row" key={String(index)}>
            <dt>{`Dárková karta na ${formatMoney(card.amount, card.currency)}`}</dt>
            <dd>
              {card.code === null ? null : <span className="co-facts__value">{card.code}</span>}
              {card.code !== null && card.isOfUse && <CopyButton text={card.code} what="kód dárkové karty" />}
              {card.note === null ? null : <span className="co-quiet">{card.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
