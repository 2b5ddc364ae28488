import type { ReactNode } from 'react';
import type { Cart } from '../api/model.ts';
import type { EditingState } from '../flow/state.ts';
import { chosenOption, isFree } from '../form/reconcile.ts';
import { formatMoney } from '../format/money.ts';
import { useCheckout } from './checkout-context.ts';
import { SubmissionMessage } from './SubmissionMessage.tsx';

/** The order button and the terms that it accepts. */
export function SubmitPanel({ state }: { readonly state: EditingState }): ReactNode {
  const { data, flow } = useCheckout();
  const { total, requiresShipping, groups } = state.cart;
  const lacksDelivery =
    requiresShipping &&
    (groups.length === 0 || groups.some((group) => chosenOption(state.form, group) === null));
  const { terms, privacy, withdrawal } = data.shop.policies;
  const running = state.submission.kind === 'running';
  return (
    <div className="co-submit">
      <SubmissionMessage state={state} />
      <p className="co-submit__total">
        <span>{lacksDelivery ? 'Celkem bez dopravy' : 'Celkem k úhradě'}</span>
        <strong>{formatMoney(total.amount, total.currencyCode)}</strong>
      </p>
      {state.submission.kind === 'unknown' ? null : (
        // Not a submit button: pressing Enter in a field must not order.
        <button
          type="button"
          className="co-button co-button--order"
          disabled={running}
          onClick={() => void flow.submit()}
        >
          {orderLabel(state.cart, lacksDelivery)}
        </button>
      )}
      <p className="co-submit__terms">
        {'Odesláním objednávky souhlasíte s '}
        <a href={terms} target="_blank" rel="noopener">
          obchodními podmínkami
        </a>
        {'. Přečtěte si, '}
        <a href={privacy} target="_blank" rel="noopener">
          jak chráníme osobní údaje
        </a>
        {' a '}
        <a href={withdrawal} target="_blank" rel="noopener">
          jak odstoupit od smlouvy
        </a>
        .
      </p>
    </div>
  );
}

/** The law wants the obligation to pay to be unmistakable. The sum follows once it is whole. */
function orderLabel(cart: Cart, lacksDelivery: boolean): string {
  if (isFree(cart) && !lacksDelivery) return 'Dokončit objednávku';
  const label = 'Objednat s\u00a0povinností platby';
  return lacksDelivery ? label : `${label} – ${formatMoney(cart.total.amount, cart.total.currencyCode)}`;
}
