import { useEffect, useRef, useState, type ReactElement } from 'react';
import { EmulatedPage } from '../../common/EmulatedPage.tsx';
import { focusFirst } from '../../common/focus.ts';
import { Choices } from './Choices.tsx';
import type { ChangeAction, PageProps } from './page-props.ts';
import { Payment } from './Payment.tsx';
import { cancel, type Session } from './session.ts';
import { SignIn } from './SignIn.tsx';
import { texts } from './texts.ts';
import { useSending } from './use-sending.ts';

export interface AmazonPageProps {
  /** `choose`: the buyer picks address and card. `pay`: the buyer pays what the shop has named. */
  readonly kind: 'choose' | 'pay';
  /** What the buyer changes; null if the buyer chooses everything. */
  readonly change?: ChangeAction | null;
  /** Loads the session. Rejects if there is none. */
  readonly load: () => Promise<Session>;
  readonly navigate: (url: string) => void;
}

/** Keeps the focus in the page when another form replaces the one that had it. `view` names the form. */
function useKeptFocus(view: string | null): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    const main = document.querySelector('main');
    if (main !== null && document.activeElement === document.body) focusFirst(main);
  }, [view]);
}

/** The forms of one open session. */
function Forms({
  kind,
  change = null,
  navigate,
  ...given
}: Pick<AmazonPageProps, 'kind' | 'change' | 'navigate'> &
  Pick<PageProps, 'session' | 'show'>): ReactElement {
  const sending = useSending();
  const [signsIn, setSignsIn] = useState(false);
  const { session, show } = given;
  useKeptFocus(signsIn ? null : (session.buyer?.handle ?? null));
  const leave: PageProps['leave'] = (work) => {
    sending.run(async () => {
      navigate(await work());
      return 'leave';
    });
  };
  const props: PageProps = {
    session,
    sending,
    leave,
    show: (newer) => {
      setSignsIn(false);
      show(newer);
    },
    cancel: () => {
      leave(() => cancel(session.checkoutSessionId));
    },
  };
  if (kind === 'pay') return <Payment {...props} />;
  if (session.buyer === null || signsIn) return <SignIn {...props} />;
  return (
    <Choices
      key={session.buyer.handle}
      {...props}
      buyer={session.buyer}
      change={change}
      signOut={() => {
        setSignsIn(true);
      }}
    />
  );
}

/** What became of a session that is over is the shop's to say. */
function Over({ session: { wayBack } }: Pick<PageProps, 'session'>): ReactElement {
  return (
    <>
      <p role="status">{texts.over}</p>
      {wayBack !== null && (
        <a className="pay" href={wayBack}>
          {texts.leaveOver}
        </a>
      )}
    </>
  );
}

/** One of the emulated Amazon's pages. */
export function AmazonPage({ load, ...rest }: AmazonPageProps): ReactElement {
  const [session, setSession] = useState<Session | 'missing' | null>(null);
  useEffect(() => {
    load().then(setSession, () => {
      setSession('missing');
    });
  }, [load]);
  const isShown = session !== null && session !== 'missing';
  return (
    <EmulatedPage name={texts.name}>
      {session === null && <p role="status">{texts.waiting}</p>}
      {session === 'missing' && (
        <p className="error" role="alert">
          {texts.missing}
        </p>
      )}
      {isShown && session.state !== 'Open' && <Over session={session} />}
      {isShown && session.state === 'Open' && <Forms {...rest} session={session} show={setSession} />}
    </EmulatedPage>
  );
}
