import type { ReactNode } from 'react';
import { fieldId, type TextFieldName } from '../form/fields.ts';
import { describedBy } from './Field.tsx';
import { FieldError } from './FieldError.tsx';
import { Select } from './Select.tsx';

/** One of the things to choose from. */
export interface Choice {
  readonly code: string;
  readonly name: string;
}

/** A select for an address field: the shop's countries, or a country's zones. */
export function SelectField(props: {
  readonly name: TextFieldName;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** The text without a choice. Missing if there always is a choice. */
  readonly prompt?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly autoComplete: string;
  readonly onText: (name: TextFieldName, text: string) => void;
  /** Called right after a choice, because a choice is complete at once. */
  readonly onLeave?: (name: TextFieldName) => void;
  readonly disabled: boolean;
  readonly optional?: boolean;
  readonly className?: string;
}): ReactNode {
  const { name, className = '' } = props;
  const id = fieldId(name);
  return (
    <div className={`co-field ${className}`.trim()}>
      <label className="co-field__label" htmlFor={id}>
        {props.label}
        {props.optional === true ? <span className="co-field__optional"> (nepovinné)</span> : null}
      </label>
      <Select
        id={id}
        name={name}
        autoComplete={props.autoComplete}
        value={props.value}
        disabled={props.disabled}
        invalid={props.error !== undefined}
        describedBy={describedBy(id, undefined, props.error)}
        onValue={(value) => {
          props.onText(name, value);
          props.onLeave?.(name);
        }}
      >
        {props.prompt === undefined ? null : <option value="">{props.prompt}</option>}
        {props.choices.map((choice) => (
          <option key={choice.code} value={choice.code}>
            {choice.name}
          </option>
        ))}
      </Select>
      <FieldError id={id} error={props.error} />
    </div>
  );
}
