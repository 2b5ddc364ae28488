import { type ReactNode, Suspense } from 'react';
import { hasMade } from '../../../base/made-cart.ts';
import { accountIn, type CheckoutData } from '../bootstrap/data.ts';
import { type EditingState, isLocked } from '../flow/state.ts';
import { STEP_TEXTS } from '../texts/submission.ts';
import { BillingSection } from './BillingSection.tsx';
import { Check } from './Check.tsx';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { DeliverySection } from './DeliverySection.tsx';
import { later } from './later.ts';
import { Message } from './Message.tsx';
import { Notices } from './Notices.tsx';
import { NoteSection } from './NoteSection.tsx';
import { PaymentSection } from './PaymentSection.tsx';
import { Progress } from './Progress.tsx';
import { Reload } from './Reload.tsx';
import { RetrySaving } from './RetrySaving.tsx';
import { SubmitPanel } from './SubmitPanel.tsx';
import { LaterSections, SummarySkeleton } from './Skeleton.tsx';
import { Summary } from './Summary.tsx';
import { useSubmissionFocus } from './use-submission-focus.ts';

/** Loaded with the first shortage. */
const StockNotice = later(() => import('./StockNotice.tsx').then((module) => module.StockNotice), Reload);

/** Loaded after the form, which does not wait for it. */
const Remembered = later(
  () => import('./Remembered.tsx').then((module) => module.Remembered),
  () => null,
);

/** The form beside the summary. `opening`: the cart is not known yet, and nothing is drawn that depends on it. */
export function EditingPage({
  state,
  opening = false,
}: {
  readonly state: EditingState;
  readonly opening?: boolean;
}): ReactNode {
  const { data, flow, Buyer } = useCheckout();
  useSubmissionFocus(state, flow);
  const locked = isLocked(state.submission);
  const props = { state, locked };
  return (
    <>
      <div className="co-layout" inert={state.submission.kind === 'running'}>
        <header className="co-head">
          <h1 className="co-title">Pokladna</h1>
          <Notices flags={data.notices} />
          {state.stock === null ? null : (
            <Suspense>
              <StockNotice
                lines={state.cart.lines}
                stock={state.stock}
                busy={locked || state.saving === 'saving'}
                stopped={state.submission.kind === 'stock_changed'}
              />
            </Suspense>
          )}
        </header>
        {opening ? <SummarySkeleton /> : <Summary state={state} />}
        <form
          className="co-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
          }}
        >
          <Buyer {...props} opening={opening} />
          {opening ? (
            <LaterSections shipped={state.cart.requiresShipping} />
          ) : (
            <>
              <Sections {...props} />
            </>
          )}
        </form>
      </div>
      {state.submission.kind === 'running' ? <Progress {...STEP_TEXTS[state.submission.step]} /> : null}
    </>
  );
}

/** The sections that depend on the whole cart. */
function Sections(props: EditingProps): ReactNode {
  const { state } = props;
  const { flow, data } = useCheckout();
  const { consent } = data;
  return (
    <>
      {state.cart.requiresShipping ? <DeliverySection {...props} /> : null}
      <PaymentSection {...props} />
      <BillingSection {...props} />
      <NoteSection {...props} />
      {state.saving === 'failed' ? <SavingFailed /> : null}
      {consent === null ? null : (
        <Check
          name="immediate-download"
          checked={state.form.consent === consent.value}
          disabled={props.locked}
          text={consent.text}
          onChecked={(agreed) => {
            flow.change('consent', agreed ? consent.value : '');
          }}
        />
      )}
      {state.cart.requiresShipping && isOwnCart(data) ? (
        <div className="co-remembered">
          <Suspense>
            <Remembered {...props} />
          </Suspense>
        </div>
      ) : null}
      <SubmitPanel state={state} />
    </>
  );
}

/** What an account or somebody else's cart brings is not remembered, and a link to it must not get the buyer's address. */
const isOwnCart = ({ cartId, ownCart, payments }: CheckoutData): boolean =>
  accountIn(payments) === null && (ownCart || hasMade(cartId));

function SavingFailed(): ReactNode {
  return (
    <Message tone="warning">
      <p>Poslední změny se nepodařilo uložit. Zkontrolujte připojení k internetu.</p>
      <RetrySaving />
    </Message>
  );
}
