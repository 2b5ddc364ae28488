import type { TextFieldName } from '../form/fields.ts';
import type { EditingState } from '../flow/state.ts';

/** What the sections of the form are given. */
export interface EditingProps {
  readonly state: EditingState;
  readonly locked: boolean;
}

/** What a text field is told by and tells. */
export interface FieldBinding {
  readonly value: (name: TextFieldName) => string;
  readonly error: (name: TextFieldName) => string | undefined;
  readonly onText: (name: TextFieldName, text: string) => void;
  readonly onLeave: (name: TextFieldName) => void;
  readonly disabled: boolean;
}
