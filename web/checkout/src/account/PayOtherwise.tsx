import type { ReactNode } from 'react';
import { WALLET } from '../texts/wallet.ts';

/** The way to the checkout without the wallet. `onLeave` ends what would keep the browser on this page. */
export function PayOtherwise({
  url,
  onLeave,
}: {
  readonly url: string;
  readonly onLeave?: () => void;
}): ReactNode {
  return (
    <p>
      <a href={url} onClick={onLeave}>
        {WALLET.otherwise}
      </a>
    </p>
  );
}
