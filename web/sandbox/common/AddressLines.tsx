import type { ReactElement } from 'react';
import { sheetTexts } from './sheet-texts.ts';

/** A shipping address without its empty lines. */
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
