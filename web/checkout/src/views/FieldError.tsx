import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

/** The error of a control. */
export function FieldError({
  id,
  error,
}: {
  readonly id: string;
  readonly error: string | undefined;
}): ReactNode {
  if (error === undefined) return null;
  return (
    <p className="co-field__error" id={`${id}-error`}>
      <Icon name="alert" />
      <span>{error}</span>
    </p>
  );
}
