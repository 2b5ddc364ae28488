import type { TextFieldName } from '../form/fields.ts';
import type { EditingState } from '../flow/state.ts';

/** The props of the form's sections. */
export interface EditingProps {
  readonly state: EditingState;
  readonly locked: boolean;
}

/** The values and callbacks of the text fields. */
export interface FieldBinding {
  readonly value: (name: TextFieldName) => string;
  readonly error: (name: TextFieldName) => string | undefined;
  readonly onText: (name: TextFieldName, text: string) => void;
  readonly onLeave: (name: TextFieldName) => void;
  readonly disabled: boolean;
}
