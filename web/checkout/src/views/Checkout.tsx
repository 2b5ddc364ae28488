import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { beforeEditing } from '../flow/opening.ts';
import type { CheckoutState } from '../flow/state.ts';
import { FAILURE_TEXTS, STEP_TEXTS } from '../texts/submission.ts';
import { Challenge } from './Challenge.tsx';
import { type Checkout as CheckoutValue, CheckoutProvider, useCheckoutState } from './checkout-context.ts';
import { early } from './early.ts';
import { EditingPage } from './EditingPage.tsx';
import { later } from './later.ts';
import { Progress } from './Progress.tsx';
import { Skeleton } from './Skeleton.tsx';
import { StatusPage } from './StatusPage.tsx';

/** Loaded on demand, because few payments need a person. */
const Review = later(() => import('./Review.tsx').then((module) => module.Review), Confirming);

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
  checkout: { data, flow },
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
      return <Challenge state={state} />;
    case 'in_review':
      return (
        <Suspense fallback={<Confirming />}>
          <Review data={data} />
        </Suspense>
      );
    case 'leaving':
      return <Waiting title="Přesměrováváme vás…" text="Nezavírejte prosím tuto stránku." />;
    case 'unavailable':
      return (
        <StatusPage icon="alert" title="Pokladnu se nepodařilo načíst" text={FAILURE_TEXTS[state.reason]}>
          <button type="button" className="co-button" onClick={() => void flow.open()}>
            Zkusit znovu
          </button>
        </StatusPage>
      );
    case 'gone':
      return (
        <StatusPage
          icon="info"
          title="Tento košík už není otevřený"
          text="Objednávka z něj už vznikla, právě se dokončuje, nebo košíku vypršela platnost."
        >
          <a className="co-button" href={data.checkoutUrl}>
            Zobrazit stav objednávky
          </a>
          <a className="co-button co-button--plain" href="/">
            Zpět do obchodu
          </a>
        </StatusPage>
      );
    case 'empty':
      return (
        <StatusPage
          icon="shop"
          title={state.soldOut ? 'Zboží je bohužel vyprodané' : 'Košík je prázdný'}
          text={
            state.soldOut
              ? 'Nic z vašeho košíku již není k dispozici, někdo byl o chvilku rychlejší. Nic vám nebylo strženo.'
              : 'Vyberte si v obchodě a vraťte se, pokladna tu počká.'
          }
        >
          <a className="co-button" href="/">
            Zpět do obchodu
          </a>
        </StatusPage>
      );
  }
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
