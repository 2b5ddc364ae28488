import type { ReactNode } from 'react';
import { meantAddress } from '../form/mail-hosts.ts';

/** Offers the address that the buyer probably meant. Nothing changes before the press. */
export function MailHint({
  email,
  onTake,
}: {
  readonly email: string;
  readonly onTake: (meant: string) => void;
}): ReactNode {
  const meant = meantAddress(email);
  if (meant === null) return null;
  return (
    <p className="co-field__meant">
      {'Mysleli jste '}
      <button
        type="button"
        className="co-link"
        onClick={() => {
          onTake(meant);
        }}
      >
        {meant}
      </button>
      ?
    </p>
  );
}
