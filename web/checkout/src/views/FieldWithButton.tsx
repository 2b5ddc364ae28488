import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { FieldError } from './FieldError.tsx';

type OwnAttributes = 'className' | 'aria-invalid' | 'aria-describedby' | 'onChange' | 'value';

export interface FieldWithButtonProps extends Omit<InputHTMLAttributes<HTMLInputElement>, OwnAttributes> {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly change: (value: string) => void;
  /** The button. */
  readonly children: ReactNode;
}

/** A field with a button that submits its text, and its error. */
export function FieldWithButton(props: FieldWithButtonProps): ReactNode {
  const { label, value, error, change, children, ...input } = props;
  const own = useId();
  const id = input.id ?? own;
  return (
    <>
      <label className="co-field__label" htmlFor={id}>
        {label}
      </label>
      <div className="co-codes__row">
        <input
          {...input}
          id={id}
          className="co-input"
          value={value}
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => {
            change(event.currentTarget.value);
          }}
        />
        {children}
      </div>
      <FieldError id={id} error={error} />
    </>
  );
}
