import type { ReactElement } from 'react';
import { sheetTexts } from './sheet-texts.ts';

export interface DeliveryOption {
  readonly id: string;
  readonly label: string;
  /** Text below the label; may be empty. */
  readonly detail: string | undefined;
}

export interface DeliveryOptionsProps {
  readonly ways: readonly DeliveryOption[];
  readonly selected: string | null;
  readonly choose: (id: string) => void;
}

/** A radio group of delivery options; nothing if there are none. */
export function DeliveryOptions({ ways, selected, choose }: DeliveryOptionsProps): ReactElement | null {
  if (ways.length === 0) return null;
  return (
    <fieldset>
      <legend>{sheetTexts.ways}</legend>
      {ways.map(({ id, label, detail }) => (
        <label key={id} className="option">
          <input
            type="radio"
            name="way"
            value={id}
            checked={id === selected}
            onChange={() => {
              choose(id);
            }}
          />
          <span>
            {label}
            {detail ? <small>{detail}</small> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
