import type { ReactNode } from 'react';
import type { DecelerationFlag } from '../bootstrap/data.ts';
import { NOTICES } from '../texts/notices.ts';
import { Message } from './Message.tsx';

/** Says why an accelerated button has brought the shopper here. */
export function Notices({ flags }: { readonly flags: readonly DecelerationFlag[] }): ReactNode {
  if (flags.length === 0) return null;
  return (
    <div className="co-notices" role="status">
      {flags.map((flag) => (
        <Message key={flag} tone="info">
          <p>{NOTICES[flag]}</p>
        </Message>
      ))}
    </div>
  );
}
