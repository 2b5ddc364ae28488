import { type ReactNode, Suspense } from 'react';
import type { CheckoutData, OrderData } from '../bootstrap/data.ts';
import { formatDateTime } from '../format/date.ts';
import { isPasskeyOffered } from '../account/passkey-offer.ts';
import { tabMemory } from '../memories.ts';
import { Icon } from '../views/Icon.tsx';
import { later } from '../views/later.ts';
import { Downloads } from './Downloads.tsx';
import { NextSteps } from './NextSteps.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { OrderLines } from './OrderLines.tsx';
import { SoldGiftCards } from './SoldGiftCards.tsx';
import { TaxTable } from './TaxTable.tsx';
import { useFinishedOrder } from './use-finished-order.ts';

/** Loaded after an order with the shop's wallet. */
const AddPasskey = later(
  () => import('../account/AddPasskey.tsx').then((module) => module.AddPasskey),
  () => null,
);

/** The confirmation: the order and the next steps. */
export function Confirmation({
  data,
  order: first,
}: {
  readonly data: CheckoutData;
  readonly order: OrderData;
}): ReactNode {
  const { order, finishing } = useFinishedOrder(first);
  return (
    <article className="co-confirmation">
      <header className="co-thanks">
        <span className="co-thanks__mark">
          <Icon name={order.standing === null ? 'check' : 'info'} />
        </span>
        <h1 className="co-thanks__title">{order.standing ?? 'Děkujeme za objednávku'}</h1>
        <p className="co-thanks__number">
          {'Objednávka číslo '}
          <strong>{order.number}</strong>
        </p>
        <p className="co-thanks__text">
          {`Objednáno ${formatDateTime(order.createdAt)}. Kdybychom potřebovali něco upřesnit, napíšeme vám na\u00a0`}
          <strong>{order.email}</strong>.
        </p>
      </header>
      <NextSteps order={order} currency={order.currency} />
      <SoldGiftCards order={order} />
      <Downloads downloads={order.downloads} finishing={finishing} />
      <div className="co-layout co-layout--order">
        <aside className="co-summary co-summary--plain" aria-labelledby="order-title">
          <h2 className="co-summary__title" id="order-title">
            Co jste objednali
          </h2>
          <OrderLines order={order} currency={order.currency} />
          <TaxTable order={order} />
        </aside>
        <div className="co-main">
          <OrderDetails order={order} currency={order.currency} />
          {!isPasskeyOffered(tabMemory()) ? null : (
            <Suspense>
              <AddPasskey data={data} />
            </Suspense>
          )}
          <Help data={data} />
        </div>
      </div>
    </article>
  );
}

function Help({ data }: { readonly data: CheckoutData }): ReactNode {
  const { shop } = data;
  return (
    <section className="co-section" aria-labelledby="help-title">
      <h2 className="co-section__title" id="help-title">
        Kdyby něco nebylo v pořádku
      </h2>
      <p>
        {'Napište nám na '}
        <a href={`mailto:${shop.email}`}>{shop.email}</a>
        {' nebo zavolejte na '}
        <a href={`tel:${shop.phone.replaceAll(' ', '')}`}>{shop.phone}</a>
        {'. Uveďte prosím číslo objednávky.'}
      </p>
      <p>
        <a href={shop.policies.withdrawal}>Jak odstoupit od smlouvy</a>
      </p>
      <p className="co-actions co-noprint">
        <button
          type="button"
          className="co-button co-button--quiet"
          onClick={() => {
            window.print();
          }}
        >
          <Icon name="printer" />
          Vytisknout
        </button>
        <a className="co-button co-button--plain" href="/">
          Zpět do obchodu
        </a>
      </p>
    </section>
  );
}
