import type { ReactElement, ReactNode } from 'react';
import { sheetTexts } from './sheet-texts.ts';

export interface EmulatedPageProps {
  /** The provider's name. */
  readonly name: string;
  readonly children: ReactNode;
}

/** The layout of every emulated page and window. */
export function EmulatedPage({ name, children }: EmulatedPageProps): ReactElement {
  return (
    <div className="page">
      <header>
        <p className="strip">{sheetTexts.trial}</p>
        <div className="band">
          <h1>{name}</h1>
        </div>
      </header>
      <main>{children}</main>
    </div>
  );
}
