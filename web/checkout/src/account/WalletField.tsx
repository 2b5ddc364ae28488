import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { describedBy } from '../views/Field.tsx';
import { FieldError } from '../views/FieldError.tsx';

interface WalletFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly ref: Ref<HTMLInputElement>;
}

/** A field of the sign-in, with its hint and its fault. */
export function WalletField({ label, hint, error, ...input }: WalletFieldProps): ReactNode {
  const { id } = input;
  return (
    <div className="co-field">
      <label className="co-field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        className="co-input"
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
      <p className="co-field__hint" id={`${id}-hint`}>
        {hint}
      </p>
      {/* Part of the page before its text, so that screen readers announce it. */}
      <div aria-live="polite">
        <FieldError id={id} error={error} />
      </div>
    </div>
  );
}
