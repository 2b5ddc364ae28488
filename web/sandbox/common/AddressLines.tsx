import type { ReactElement } from 'react';
import { sheetTexts } from './sheet-texts.ts';

/** Where the goods go; lines that say nothing are left out. */
export function AddressLines({ lines }: { readonly lines: readonly (string | undefined)[] }): ReactElement {
  return (
    <section className="field">
      <h2>{sheetTexts.address}</h2>
      <address>
        {lines.filter(Boolean).map((line, index) => (
          <span key={index} dir="auto">
            {line}
            <br />
          </span>
        ))}
      </address>
    </section>
  );
}
