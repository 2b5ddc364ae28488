import type { ReactNode } from 'react';
import type { OrderData } from '../bootstrap/data.ts';
import { formatMoney } from '../format/money.ts';
import { CopyButton } from './CopyButton.tsx';

/** The codes of the bought gift cards. Only the buyer sees them, and must keep them. */
export function SoldGiftCards({ order }: { readonly order: OrderData }): ReactNode {
  const { soldGiftCards: cards, payment, areCardsWithheld } = order;
  if (cards.length === 0) return null;
  const isUnpaid = payment.kind === 'card' && payment.state !== 'captured';
  const one = cards.length === 1;
  return (
    <section className="co-section co-next" aria-labelledby="gift-cards-title">
      <h2 className="co-section__title" id="gift-cards-title">
        {one ? 'Vaše dárková karta' : 'Vaše dárkové karty'}
      </h2>
      <p className="co-section__hint">
        {one
          ? 'Kód si uložte nebo stránku vytiskněte. Kdo kód zná, může jím zaplatit.'
          : 'Kódy si uložte nebo stránku vytiskněte. Kdo kód zná, může jím zaplatit.'}
      </p>
      {areCardsWithheld && (
        <p className="co-section__hint">
          {one
            ? 'Kódem teď zaplatit nejde, protože platba za tuto objednávku byla reklamována nebo vrácena.'
            : 'Kódy teď platit nejde, protože platba za tuto objednávku byla reklamována nebo vrácena.'}
        </p>
      )}
      {isUnpaid && (
        <p className="co-section__hint">
          {one
            ? 'Kódem zaplatíte, jakmile nám dorazí peníze za tuto objednávku.'
            : 'Kódy můžete platit, jakmile nám dorazí peníze za tuto objednávku.'}
        </p>
      )}
      <dl>
        {cards.map(({ code, amount, currency }) => (
          <div className="co-facts__row" key={code}>
            <dt>{`Dárková karta na ${formatMoney(amount, currency)}`}</dt>
            <dd>
              <span className="co-facts__value">{code}</span>
              <CopyButton text={code} what="kód dárkové karty" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
