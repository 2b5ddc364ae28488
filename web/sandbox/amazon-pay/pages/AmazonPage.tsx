import { useEffect, useState, type ReactElement } from 'react';
import { EmulatedPage } from '../../common/EmulatedPage.tsx';
import { Choices } from './Choices.tsx';
import type { ChangeAction, PageProps } from './page-props.ts';
import { Payment } from './Payment.tsx';
import { cancel, type Session } from './session.ts';
import { SignIn } from './SignIn.tsx';
import { texts } from './texts.ts';
import { useFocusAfterChange } from './use-focus-after-change.ts';
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
  const buyer = signsIn ? null : session.buyer;
  const place = useFocusAfterChange(buyer === null);
  if (kind === 'pay') return <Payment {...props} />;
  return (
    <div ref={place}>
      {buyer === null ? (
        <SignIn {...props} />
      ) : (
        <Choices
          key={buyer.handle}
          {...props}
          buyer={buyer}
          change={change}
          signOut={() => {
            setSignsIn(true);
          }}
        />
      )}
    </div>
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
