import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { codeSent, resendIn, WALLET } from '../texts/wallet.ts';
import { AddressMeant } from './AddressMeant.tsx';
import { PayOtherwise } from './PayOtherwise.tsx';
import type { WalletServices } from './services.ts';
import { useWork } from './use-work.ts';
import { WalletField } from './WalletField.tsx';

const DIGITS = 6;
/** Seconds until a code may be sent again, if the server does not say so. */
const RESEND = 30;

/** The second step of signing in: the code that was sent. */
export function CodeStep({
  services: { client, plainUrl },
  email,
  onSignedIn,
  onOtherEmail,
}: {
  readonly services: Pick<WalletServices, 'client' | 'plainUrl'>;
  readonly email: string;
  readonly onSignedIn: () => void;
  /** Goes back to the address, which begins with this one. */
  readonly onOtherEmail: (email: string) => void;
}): ReactNode {
  const work = useWork();
  const again = useWork();
  const [code, setCode] = useState('');
  const [told, setTold] = useState('');
  const [left, restart] = useCountdown(RESEND);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);

  const verify = async (digits: string): Promise<void> => {
    setTold('');
    if (await work.run((signal) => client.answerCode(digits, signal))) {
      onSignedIn();
      return;
    }
    field.current?.select();
  };
  const enter = (text: string): void => {
    const digits = text.replaceAll(/\D/gu, '').slice(0, DIGITS);
    work.forget();
    setCode(digits);
    if (digits.length === DIGITS && digits !== code) void verify(digits);
  };
  const resend = async (): Promise<void> => {
    if (left > 0 || again.isBusy) return;
    work.forget();
    setTold('');
    const isSent = await again.run((signal) => client.sendCode(email, signal));
    restart(RESEND);
    if (!isSent) return;
    setCode('');
    setTold(WALLET.resent);
    field.current?.focus();
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (work.isBusy) return;
    if (code.length === DIGITS) void verify(code);
    else setTold(WALLET.codeMissing);
  };

  return (
    <>
      <div>
        <p>{codeSent(email)}</p>
        <AddressMeant email={email} onTake={onOtherEmail} />
      </div>
      <form className="co-wallet__step" noValidate onSubmit={submit}>
        <WalletField
          id="wallet-code"
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={field}
          label={WALLET.codeField}
          hint={WALLET.codeHint}
          value={code}
          error={work.sentence ?? again.sentence}
          readOnly={work.isBusy}
          onChange={(event) => {
            enter(event.currentTarget.value);
          }}
        />
        <p className="co-field__hint" aria-live="polite">
          {told}
        </p>
        <button type="submit" className="co-button" aria-disabled={work.isBusy}>
          {WALLET.verify}
        </button>
      </form>
      <p className="co-actions">
        <button
          type="button"
          className="co-button co-button--quiet"
          aria-disabled={left > 0 || again.isBusy}
          onClick={() => void resend()}
        >
          {left > 0 ? resendIn(left) : WALLET.resend}
        </button>
        <button
          type="button"
          className="co-link"
          onClick={() => {
            onOtherEmail(email);
          }}
        >
          {WALLET.otherEmail}
        </button>
      </p>
      <p className="co-field__hint">{WALLET.codeLimit}</p>
      <PayOtherwise url={plainUrl} />
    </>
  );
}

/** Seconds that are left, and a function that starts again. */
function useCountdown(from: number): [left: number, restart: (seconds: number) => void] {
  const [left, setLeft] = useState(from);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => {
      setLeft((seconds) => Math.max(0, seconds - 1));
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [isOver]);
  return [left, setLeft];
}
