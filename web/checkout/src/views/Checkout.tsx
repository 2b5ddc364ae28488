import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { beforeEditing } from '../flow/opening.ts';
import type { CheckoutState } from '../flow/state.ts';
import { FAILURE_TEXTS, STEP_TEXTS } from '../texts/submission.ts';
import {
  type Checkout as CheckoutValue,
  CheckoutProvider,
  useCheckout,
  useCheckoutState,
} from './checkout-context.ts';
import { early } from './early.ts';
import { EditingPage } from './EditingPage.tsx';
import { later } from './later.ts';
import { Progress } from './Progress.tsx';
import { Reload } from './Reload.tsx';
import { Skeleton } from './Skeleton.tsx';
import { StatusPage } from './StatusPage.tsx';

/** Loaded on demand, because few buyers come back from their bank too early. */
const Challenge = later(() => import('./Challenge.tsx').then((module) => module.Challenge), Reload);

/** Loaded on demand, because few payments need a person. */
const Review = later(() => import('./Review.tsx').then((module) => module.Review), Reload);

/** Loaded on demand, because few carts end while the checkout is open. */
const Ended = later(() => import('./Ended.tsx').then((module) => module.Ended), Reload);

function Confirming(): ReactNode {
  return <Waiting {...STEP_TEXTS.confirming} />;
}

/** The checkout: one view per state. */
export function Checkout({ checkout }: { readonly checkout: CheckoutValue }): ReactNode {
  const { flow } = checkout;
  const state = useCheckoutState(flow);
  // A layout effect, so that nothing changes the fields before: text typed so far exists only in the page.
  useLayoutEffect(() => {
    flow.adopt(early(document));
    void flow.open();
  }, [flow]);
  return (
    <CheckoutProvider value={checkout}>
      <View state={state} checkout={checkout} />
    </CheckoutProvider>
  );
}

function View({
  state,
  checkout: { data },
}: {
  readonly state: CheckoutState;
  readonly checkout: CheckoutValue;
}): ReactNode {
  switch (state.kind) {
    case 'loading':
      return <Skeleton />;
    // The same view at the same position in the tree, so that React keeps the fields with focus and text.
    case 'opening':
      return <EditingPage state={beforeEditing(state)} opening />;
    case 'editing':
      return <EditingPage state={state} />;
    case 'completing':
      return <Waiting {...STEP_TEXTS[state.progress === 'polling' ? 'confirming' : state.progress]} />;
    case 'challenge':
      return (
        <Suspense fallback={<Confirming />}>
          <Challenge state={state} />
        </Suspense>
      );
    case 'in_review':
      return (
        <Suspense fallback={<Confirming />}>
          <Review data={data} />
        </Suspense>
      );
    case 'leaving':
      return <Waiting title="Přesměrováváme vás…" text="Nezavírejte prosím tuto stránku." />;
    case 'unavailable':
      return <Unavailable reason={state.reason} />;
    case 'gone':
    case 'empty':
      return (
        <Suspense fallback={<Skeleton />}>
          <Ended state={state} checkoutUrl={data.checkoutUrl} />
        </Suspense>
      );
  }
}

function Unavailable({ reason }: { readonly reason: keyof typeof FAILURE_TEXTS }): ReactNode {
  const { flow } = useCheckout();
  return (
    <StatusPage icon="alert" title="Pokladnu se nepodařilo načíst" text={FAILURE_TEXTS[reason]}>
      <button type="button" className="co-button" onClick={() => void flow.open()}>
        Zkusit znovu
      </button>
    </StatusPage>
  );
}

/** Keeps the page's layout below the progress, so that nothing moves when the next page loads. */
function Waiting(texts: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <>
      <Skeleton silent />
      <Progress {...texts} />
    </>
  );
}
