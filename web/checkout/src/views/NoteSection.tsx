import type { ReactNode } from 'react';
import { fieldId } from '../form/fields.ts';
import { fieldLabel } from '../texts/fields.ts';
import type { EditingProps } from './editing-props.ts';
import { describedBy } from './Field.tsx';
import { FieldError } from './FieldError.tsx';
import { Section } from './Section.tsx';
import { useFields } from './use-fields.ts';

export function NoteSection(props: EditingProps): ReactNode {
  const fields = useFields(props);
  const id = fieldId('note');
  const error = fields.error('note');
  return (
    <Section id="note" title="Poznámka">
      <div className="co-field">
        <label className="co-field__label" htmlFor={id}>
          {fieldLabel('note')}
          <span className="co-field__optional"> (nepovinné)</span>
        </label>
        <textarea
          id={id}
          name="note"
          className="co-input co-input--area"
          rows={3}
          maxLength={5_000}
          value={fields.value('note')}
          disabled={fields.disabled}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, undefined, error)}
          onChange={(event) => {
            fields.onText('note', event.currentTarget.value);
          }}
          onBlur={() => {
            fields.onLeave('note');
          }}
        />
        <FieldError id={id} error={error} />
      </div>
    </Section>
  );
}
