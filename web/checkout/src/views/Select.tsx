import type { ChangeEvent, ReactNode } from 'react';
import { Icon } from './Icon.tsx';

/** A native select in the look of the other fields. */
export function Select(props: {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly onValue: (value: string) => void;
  readonly autoComplete?: string;
  readonly label?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="co-select">
      <select
        id={props.id}
        name={props.name}
        className="co-input co-select__control"
        value={props.value}
        disabled={props.disabled}
        autoComplete={props.autoComplete}
        aria-label={props.label}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => {
          props.onValue(event.currentTarget.value);
        }}
      >
        {props.children}
      </select>
      <Icon name="chevron" />
    </div>
  );
}
