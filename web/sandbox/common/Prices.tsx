import type { ReactElement } from 'react';
import { sheetTexts } from './sheet-texts.ts';

/** A line of the summary, its price written as it is shown. */
export interface Price {
  readonly label: string;
  readonly text: string;
}

export interface PricesProps {
  readonly lines: readonly Price[];
  readonly total: Price;
}

/** What the purchase costs, and of what that is made up. */
export function Prices({ lines, total }: PricesProps): ReactElement {
  return (
    <dl aria-label={sheetTexts.summary}>
      {lines.map(({ label, text }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{total.label}</dt>
        <dd>{total.text}</dd>
      </div>
    </dl>
  );
}
