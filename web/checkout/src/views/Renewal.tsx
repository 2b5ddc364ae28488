import { type ReactNode, Suspense } from 'react';
import type { Cart } from '../api/model.ts';
import { renews } from '../form/reconcile.ts';
import { later } from './later.ts';
import { Reload } from './Reload.tsx';

/** Loaded with the first subscription. */
const Recurring = later(() => import('./Recurring.tsx').then((module) => module.Recurring), Reload);

/** The recurring payments and their terms, where the cart renews. */
export function Renewal({ cart }: { readonly cart: Cart }): ReactNode {
  return renews(cart) ? (
    <Suspense>
      <Recurring cart={cart} />
    </Suspense>
  ) : null;
}
