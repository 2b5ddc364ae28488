import { useEffect, useState, type ReactElement } from 'react';
import { Chooser } from '../../common/Chooser.tsx';
import { moneyIn } from '../../common/money.ts';
import { Emulation } from '../../common/Emulation.tsx';
import { EmulatedPage } from '../../common/EmulatedPage.tsx';
import { Foot } from '../../common/Foot.tsx';
import { Prices, type Price } from '../../common/Prices.tsx';
import type { Answer } from '../messages.ts';
import { approve, fetchSubject, type Cost, type ApprovalSubject, type ApprovalSubjectId } from './subject.ts';
import { BROKEN, PARTS, scenariosOf, TAKEN_OFF, texts } from './texts.ts';

export interface ApprovalProps {
  /** The order or agreement to approve; none while the shop creates it. */
  readonly name: ApprovalSubjectId | null;
  readonly isVenmo: boolean;
  readonly answer: (answer: Answer) => void;
}

/** Venmo accounts exist only in the United States. */
const buyersOf = (subject: ApprovalSubject, isVenmo: boolean) =>
  subject.buyers.filter(({ country }) => !isVenmo || country === 'US');

/** The parts of an order's amount, and their sum. */
function pricesOf(cost: Cost): { lines: readonly Price[]; total: Price } {
  const money = moneyIn(cost.currency);
  const order = Object.keys(PARTS);
  const parts = cost.parts.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  const lines = parts.map(({ name, value }) => ({
    label: PARTS[name] ?? name,
    text: money(TAKEN_OFF.includes(name) ? `-${value}` : value),
  }));
  return { lines, total: { label: texts.total, text: money(cost.value) } };
}

/** The statements that the buyer agrees to. */
function note({ cost, isApproved }: ApprovalSubject): string {
  if (cost === null) return isApproved ? texts.agreedAgain : texts.nothingNow;
  return isApproved ? texts.again : texts.later;
}

/** The request, the account, and the buttons to approve and to cancel. */
function Form({
  name,
  subject,
  isVenmo,
  answer,
}: Pick<ApprovalProps, 'isVenmo' | 'answer'> & {
  readonly name: ApprovalSubjectId;
  readonly subject: ApprovalSubject;
}): ReactElement {
  const { cost, brand } = subject;
  const prices = cost === null ? null : pricesOf(cost);
  const buyers = buyersOf(subject, isVenmo);
  const scenarios = scenariosOf(name.kind);
  const [buyer, setBuyer] = useState(buyers[0]?.handle ?? '');
  const [scenario, setScenario] = useState<string>(scenarios[0].id);
  const [state, setState] = useState<'asking' | 'sending' | 'failed'>('asking');
  const agree = async (): Promise<void> => {
    if (state === 'sending') return;
    if (scenario === BROKEN) {
      answer({ kind: 'failed', code: 'INSTRUMENT_DECLINED' });
      return;
    }
    setState('sending');
    try {
      const payerId = await approve(name, buyer, scenario);
      answer({ kind: 'approved', token: name.id, payerId });
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
        {texts.payee}: <strong>{brand}</strong>
      </p>
      {cost === null && <p>{texts.agreement(brand, isVenmo ? 'Venmo' : 'PayPal')}</p>}
      <Chooser
        label={texts.buyer}
        value={buyer}
        choices={buyers.map(({ handle, name }) => ({ id: handle, text: name }))}
        choose={setBuyer}
      />
      {prices && <Prices lines={prices.lines} />}
      <small>{note(subject)}</small>
      <Emulation>
        <Chooser label={texts.scenario} value={scenario} choices={scenarios} choose={setScenario} />
      </Emulation>
      <Foot total={prices?.total ?? null}>
        <p className="error" role="alert">
          {state === 'failed' ? texts.failed : ''}
        </p>
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
      </Foot>
    </form>
  );
}

/** The content of PayPal's window. */
export function Approval({ name, isVenmo, answer }: ApprovalProps): ReactElement {
  const [subject, setSubject] = useState<ApprovalSubject | 'missing' | null>(null);
  useEffect(() => {
    if (name === null) return undefined;
    const asking = new AbortController();
    fetchSubject(name, asking.signal).then(setSubject, () => {
      if (!asking.signal.aborted) setSubject('missing');
    });
    return () => {
      asking.abort();
    };
  }, [name]);
  return (
    <EmulatedPage name={isVenmo ? 'Venmo' : 'PayPal'}>
      {subject === null && <p role="status">{texts.waiting}</p>}
      {subject === 'missing' && (
        <p className="error" role="alert">
          {texts.missing}
        </p>
      )}
      {name !== null && subject !== null && subject !== 'missing' && (
        <Form name={name} subject={subject} isVenmo={isVenmo} answer={answer} />
      )}
    </EmulatedPage>
  );
}
