import type { ReactNode } from 'react';
import { fieldId } from '../form/fields.ts';
import { fieldLabel } from '../texts/fields.ts';
import type { EditingProps } from './editing-props.ts';
import { describedBy } from './Field.tsx';
import { FieldError } from './FieldError.tsx';
import { Section } from './Section.tsx';
import { useFields } from './use-fields.ts';

export function NoteSection(props: EditingProps): ReactNode {
  const { name, error, onText, onLeave, ...value } = useFields(props)('note');
  const id = fieldId(name);
  return (
    <Section id="note" title="Poznámka">
      <div className="co-field">
        <label className="co-field__label" htmlFor={id}>
          {fieldLabel(name)}
          <span className="co-field__optional"> (nepovinné)</span>
        </label>
        <textarea
          id={id}
          {...value}
          name={name}
          className="co-input co-input--area"
          rows={3}
          maxLength={5_000}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, undefined, error)}
          onChange={(event) => {
            onText(name, event.currentTarget.value);
          }}
          onBlur={() => {
            onLeave(name);
          }}
        />
        <FieldError id={id} error={error} />
      </div>
    </Section>
  );
}
