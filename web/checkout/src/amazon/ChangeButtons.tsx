import { type ReactNode, useEffect, useState } from 'react';
import { fieldId } from '../form/fields.ts';
import { applicablePayments } from '../form/reconcile.ts';
import type { EditingState } from '../flow/state.ts';
import { useCheckout } from '../views/checkout-context.ts';
import { Message } from '../views/Message.tsx';
import { type ChangeAction, loadAmazon } from './script.ts';
import { AMAZON } from './texts.ts';

const ACTIONS: readonly ChangeAction[] = ['changeAddress', 'changePayment'];
/** Nothing is shipped. */
const CARD_ONLY: readonly ChangeAction[] = ['changePayment'];

const buttonId = (action: ChangeAction): string => `amazon-${action}`;

interface ChangeButtonsProps {
  readonly scriptUrl: string;
  /** The session at Amazon. */
  readonly session: string;
  readonly state: EditingState;
  readonly locked: boolean;
}

/** The buttons that lead back to Amazon's pages. Amazon's script handles their presses. */
export function ChangeButtons({ scriptUrl, session, state, locked }: ChangeButtonsProps): ReactNode {
  const actions = state.cart.requiresShipping ? ACTIONS : CARD_ONLY;
  const [tries, setTries] = useState(0);
  const [phase, setPhase] = useState<'loading' | 'bound' | 'failed'>('loading');
  useEffect(() => {
    const controller = new AbortController();
    const bind = async (): Promise<void> => {
      const sdk = await loadAmazon(scriptUrl, controller.signal);
      if (controller.signal.aborted) return;
      for (const changeAction of actions)
        sdk.bindChangeAction(`#${buttonId(changeAction)}`, {
          amazonCheckoutSessionId: session,
          changeAction,
        });
      setPhase('bound');
    };
    bind().catch((reason: unknown) => {
      if (controller.signal.aborted) return;
      console.warn('checkout:', reason);
      setPhase('failed');
    });
    return () => {
      controller.abort();
    };
  }, [scriptUrl, session, actions, tries]);
  if (phase === 'failed') {
    const retry = (): void => {
      setPhase('loading');
      setTries(tries + 1);
    };
    return <Unavailable state={state} locked={locked} retry={retry} />;
  }
  return (
    <p className="co-actions">
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          id={buttonId(action)}
          className="co-button co-button--quiet"
          disabled={locked || phase === 'loading'}
        >
          {AMAZON[action]}
        </button>
      ))}
    </p>
  );
}

/** Without Amazon's script the buyer can try again, or pay in another way and edit the fields. */
function Unavailable({
  state,
  locked,
  retry,
}: Pick<ChangeButtonsProps, 'state' | 'locked'> & { readonly retry: () => void }): ReactNode {
  const { flow } = useCheckout();
  const other = applicablePayments(state.payments, state.cart, state.form).find((kind) => kind !== 'account');
  return (
    <div role="status">
      <Message tone="warning">
        <p>{AMAZON.unavailable}</p>
        <p className="co-actions">
          <button type="button" className="co-button co-button--quiet" disabled={locked} onClick={retry}>
            {AMAZON.again}
          </button>
          {other === undefined ? null : (
            <button
              type="button"
              className="co-button co-button--quiet"
              disabled={locked}
              onClick={() => {
                document.getElementById(fieldId('payment'))?.focus();
                flow.choosePayment(other);
              }}
            >
              {AMAZON.otherwise}
            </button>
          )}
        </p>
      </Message>
    </div>
  );
}
