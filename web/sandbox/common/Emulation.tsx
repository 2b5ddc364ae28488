import { useId, type ReactElement, type ReactNode } from 'react';
import { sheetTexts } from './sheet-texts.ts';

/** What no real wallet asks for, below everything that one does. */
export function Emulation({ children }: { readonly children: ReactNode }): ReactElement {
  const id = useId();
  return (
    <section className="emulation" aria-labelledby={id}>
      <h2 id={id}>{sheetTexts.emulation}</h2>
      {children}
    </section>
  );
}
