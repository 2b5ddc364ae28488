import type { ReactNode } from 'react';
import type { EditingState } from '../flow/state.ts';
import { isFree } from '../form/reconcile.ts';
import { amountDue, totalIsWhole, totalLabel } from '../form/total.ts';
import { formatMoney } from '../format/money.ts';
import { useCheckout } from './checkout-context.ts';
import { Renewal } from './Renewal.tsx';
import { SubmissionMessage } from './SubmissionMessage.tsx';

/** The order button and the terms that it accepts. */
export function SubmitPanel({ state }: { readonly state: EditingState }): ReactNode {
  const { data, flow } = useCheckout();
  const total = amountDue(state);
  const sum = formatMoney(total.amount, total.currencyCode);
  const { terms, privacy, withdrawal } = data.shop.policies;
  const running = state.submission.kind === 'running';
  return (
    <div className="co-submit">
      <SubmissionMessage state={state} />
      <p className="co-submit__total" aria-busy={state.saving === 'saving'}>
        <span>{totalLabel(state)}</span>
        <strong>{sum}</strong>
      </p>
      {/* The law wants it right above the button; on a phone the summary may be collapsed. */}
      <Renewal cart={state.cart} />
      {state.submission.kind === 'unknown' ? null : (
        // Not a submit button: pressing Enter in a field must not order.
        <button
          type="button"
          className="co-button co-button--order"
          disabled={running}
          onClick={() => void flow.submit()}
        >
          {orderLabel(state, sum)}
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
function orderLabel(state: EditingState, sum: string): string {
  const isWhole = totalIsWhole(state);
  if (isFree(state.cart) && isWhole) return 'Dokončit objednávku';
  const label = 'Objednat s\u00a0povinností platby';
  return isWhole ? `${label} – ${sum}` : label;
}
