import type { ReactElement } from 'react';
import { sheetTexts } from './sheet-texts.ts';

/** A line of the summary, with its price formatted. */
export interface Price {
  readonly label: string;
  readonly text: string;
}

const row = ({ label, text }: Price): ReactElement => (
  <>
    <dt>{label}</dt>
    <dd>{text}</dd>
  </>
);

/** The total of the purchase. */
export function Total({ total }: { readonly total: Price }): ReactElement {
  return (
    <dl>
      <div className="total">{row(total)}</div>
    </dl>
  );
}

/** The price lines; nothing if the merchant sent none. */
export function Prices({ lines }: { readonly lines: readonly Price[] }): ReactElement | null {
  if (lines.length === 0) return null;
  return (
    <dl aria-label={sheetTexts.summary}>
      {lines.map((line, index) => (
        <div key={index}>{row(line)}</div>
      ))}
    </dl>
  );
}
