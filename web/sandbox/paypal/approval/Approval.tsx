import { useEffect, useState, type ReactElement } from 'react';
import { Chooser } from '../../common/Chooser.tsx';
import { moneyIn } from '../../common/money.ts';
import { Prices } from '../../common/Prices.tsx';
import type { Answer } from '../messages.ts';
import { approveOrder, fetchOrder, type Order } from './order.ts';
import { BROKEN, PARTS, SCENARIOS, TAKEN_OFF, texts } from './texts.ts';

export interface ApprovalProps {
  /** None while the shop makes it. */
  readonly orderId: string | null;
  readonly isVenmo: boolean;
  readonly answer: (answer: Answer) => void;
}

/** Venmo's owners are in the United States. */
const buyersOf = (order: Order, isVenmo: boolean) =>
  order.buyers.filter(({ country }) => !isVenmo || country === 'US');

function Sum({ order }: { readonly order: Order }): ReactElement {
  const money = moneyIn(order.currency);
  const lines = order.parts.map(({ name, value }) => ({
    label: PARTS[name] ?? name,
    text: money(TAKEN_OFF.includes(name) ? `-${value}` : value),
  }));
  return <Prices lines={lines} total={{ label: texts.total, text: money(order.value) }} />;
}

/** The order, who pays it, and the buyer's two ways on. */
function Form({
  order,
  isVenmo,
  answer,
}: Pick<ApprovalProps, 'isVenmo' | 'answer'> & { readonly order: Order }): ReactElement {
  const buyers = buyersOf(order, isVenmo);
  const [buyer, setBuyer] = useState(buyers[0]?.handle ?? '');
  const [scenario, setScenario] = useState<string>(SCENARIOS[0].id);
  const [state, setState] = useState<'asking' | 'sending' | 'failed'>('asking');
  const agree = async (): Promise<void> => {
    if (state === 'sending') return;
    if (scenario === BROKEN) {
      answer({ kind: 'failed', code: 'INSTRUMENT_DECLINED' });
      return;
    }
    setState('sending');
    try {
      const payerId = await approveOrder(order.id, buyer, scenario);
      answer({ kind: 'approved', orderId: order.id, payerId });
    } catch {
      setState('failed');
    }
  };
  return (
    <form
      aria-busy={state === 'sending'}
      onSubmit={(event) => {
        event.preventDefault();
        void agree();
      }}
    >
      <p>
        {texts.payee}: <strong>{order.brand}</strong>
      </p>
      <Chooser
        label={texts.buyer}
        value={buyer}
        choices={buyers.map(({ handle, name }) => ({ id: handle, text: name }))}
        choose={setBuyer}
      />
      <Chooser label={texts.scenario} value={scenario} choices={SCENARIOS} choose={setScenario} />
      <Sum order={order} />
      <p>
        <small>{order.isApproved ? texts.again : texts.later}</small>
      </p>
      <p className="error" role="alert">
        {state === 'failed' ? texts.failed : ''}
      </p>
      <div className="actions">
        <button type="submit" className="pay" aria-disabled={state === 'sending'}>
          {state === 'sending' ? texts.agreeing : texts.agree}
        </button>
        <button
          type="button"
          onClick={() => {
            answer({ kind: 'cancelled' });
          }}
        >
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}

/** What PayPal's window shows. */
export function Approval({ orderId, isVenmo, answer }: ApprovalProps): ReactElement {
  const [order, setOrder] = useState<Order | 'missing' | null>(null);
  useEffect(() => {
    if (orderId === null) return undefined;
    const asking = new AbortController();
    fetchOrder(orderId, asking.signal).then(setOrder, () => {
      if (!asking.signal.aborted) setOrder('missing');
    });
    return () => {
      asking.abort();
    };
  }, [orderId]);
  return (
    <main>
      <div className="head">
        <h1>{texts.title(isVenmo ? 'Venmo' : 'PayPal')}</h1>
        <p>{texts.explanation}</p>
      </div>
      {order === null && <p role="status">{texts.waiting}</p>}
      {order === 'missing' && (
        <p className="error" role="alert">
          {texts.missing}
        </p>
      )}
      {order !== null && order !== 'missing' && <Form order={order} isVenmo={isVenmo} answer={answer} />}
    </main>
  );
}
