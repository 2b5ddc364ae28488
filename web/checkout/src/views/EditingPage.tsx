import { type ReactNode, Suspense } from 'react';
import { accountIn } from '../bootstrap/data.ts';
import { isOwnCart } from '../bootstrap/own-cart.ts';
import { type EditingState, isLocked } from '../flow/state.ts';
import { STEP_TEXTS } from '../texts/submission.ts';
import { BillingSection } from './BillingSection.tsx';
import { useCheckout } from './checkout-context.ts';
import { ClosingSections } from './ClosingSections.tsx';
import type { BuyerProps } from './editing-props.ts';
import { DeliverySection } from './DeliverySection.tsx';
import { later } from './later.ts';
import { Notices } from './Notices.tsx';
import { PaymentSection } from './PaymentSection.tsx';
import { Progress } from './Progress.tsx';
import { Reload } from './Reload.tsx';
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

/** Loaded where the shop has a wallet. The form does not wait for it. */
const WalletLine = later(
  () => import('../account/WalletLine.tsx').then((module) => module.WalletLine),
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
  const { data, flow, Form = UsualForm } = useCheckout();
  useSubmissionFocus(state, flow);
  const locked = isLocked(state.submission);
  const props = { state, locked };
  return (
    <>
      <div className="co-layout" inert={state.submission.kind === 'running'}>
        <header className="co-head">
          <div className="co-head__row">
            <h1 className="co-title">Pokladna</h1>
            {opening || data.shopWallet === null || Form !== UsualForm ? null : (
              <Suspense>
                <WalletLine />
              </Suspense>
            )}
          </div>
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
        <Form {...props} opening={opening} />
      </div>
      {state.submission.kind === 'running' ? <Progress {...STEP_TEXTS[state.submission.step]} /> : null}
    </>
  );
}

/** The form of a buyer who pays in no special way. */
function UsualForm({ opening, ...props }: BuyerProps): ReactNode {
  const { Buyer, data } = useCheckout();
  const shipped = props.state.cart.requiresShipping;
  return (
    <form
      className="co-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Buyer {...props} opening={opening} />
      {opening ? (
        <LaterSections shipped={shipped} />
      ) : (
        <>
          {shipped ? <DeliverySection {...props} /> : null}
          <PaymentSection {...props} />
          <BillingSection {...props} />
          <ClosingSections {...props}>
            {/* What an account or somebody else's cart brings is not remembered. */}
            {shipped && accountIn(data.payments) === null && isOwnCart(data) ? (
              <div className="co-remembered">
                <Suspense>
                  <Remembered {...props} />
                </Suspense>
              </div>
            ) : null}
          </ClosingSections>
        </>
      )}
    </form>
  );
}
