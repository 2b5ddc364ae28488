import type { ChangeEvent, FocusEvent, ReactNode } from 'react';
import { fieldId, type TextFieldName } from '../form/fields.ts';
import { fieldLabel } from '../texts/fields.ts';
import { FieldError } from './FieldError.tsx';

interface FieldProps {
  readonly name: TextFieldName;
  readonly value: string;
  readonly error: string | undefined;
  readonly autoComplete: string;
  readonly onText: (name: TextFieldName, text: string) => void;
  readonly onLeave: (name: TextFieldName) => void;
  readonly disabled: boolean;
  readonly type?: 'text' | 'email' | 'tel';
  readonly inputMode?: 'text' | 'email' | 'tel' | 'numeric';
  readonly optional?: boolean;
  readonly hint?: string;
  readonly className?: string;
  readonly maxLength?: number;
  /** Instead of the field's usual label. */
  readonly label?: string;
}

/** A labelled text field with its hint and its fault. */
export function Field(props: FieldProps): ReactNode {
  const { name, error, hint, optional = false } = props;
  const id = fieldId(name);
  return (
    <div className={`co-field ${props.className ?? ''}`.trimEnd()}>
      <label className="co-field__label" htmlFor={id}>
        {props.label ?? fieldLabel(name)}
        {optional ? <span className="co-field__optional"> (nepovinné)</span> : null}
      </label>
      <input
        id={id}
        name={name}
        className="co-input"
        type={props.type ?? 'text'}
        inputMode={props.inputMode}
        autoComplete={props.autoComplete}
        value={props.value}
        required={!optional}
        disabled={props.disabled}
        maxLength={props.maxLength ?? 255}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          props.onText(name, event.currentTarget.value);
        }}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          // Autofill does not always trigger React's events, so the control's own value counts.
          if (event.currentTarget.value !== props.value) {
            props.onText(name, event.currentTarget.value);
          }
          props.onLeave(name);
        }}
      />
      {hint === undefined ? null : (
        <p className="co-field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** The IDs of a control's descriptions; undefined if there is none. */
export function describedBy(
  id: string,
  hint: string | undefined,
  error: string | undefined,
): string | undefined {
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return ids.length === 0 ? undefined : ids.join(' ');
}
