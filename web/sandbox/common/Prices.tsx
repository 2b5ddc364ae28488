import type { ReactElement } from 'react';
import { sheetTexts } from './sheet-texts.ts';

/** A line of the summary, its price written as it is shown. */
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

/** What the purchase costs. */
export function Total({ total }: { readonly total: Price }): ReactElement {
  return (
    <dl>
      <div className="total">{row(total)}</div>
    </dl>
  );
}

/** What the price is made up of; nothing where that is not told. */
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
