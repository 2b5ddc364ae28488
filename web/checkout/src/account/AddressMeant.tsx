import { type ReactNode, Suspense } from 'react';
import { later } from '../views/later.ts';

/** Loaded when the first e-mail address has been typed. */
const MailHint = later(
  () => import('../views/MailHint.tsx').then((module) => module.MailHint),
  () => null,
);

/** Offers the address that the buyer probably meant, in an element that is there before. Empty: nothing was typed yet. */
export function AddressMeant({
  email,
  onTake,
}: {
  readonly email: string;
  readonly onTake: (meant: string) => void;
}): ReactNode {
  return (
    <div aria-live="polite">
      {email === '' ? null : (
        <Suspense>
          <MailHint email={email} onTake={onTake} />
        </Suspense>
      )}
    </div>
  );
}
