import type { ReactNode } from 'react';
import { Message } from './Message.tsx';

/** In place of a view that could not be loaded: the page loads again, and shows where the order stands. */
export function Reload(): ReactNode {
  return (
    <Message tone="alert">
      <p>Část stránky se nepodařilo načíst.</p>
      <p className="co-actions">
        <a className="co-button" href="">
          Načíst znovu
        </a>
      </p>
    </Message>
  );
}
