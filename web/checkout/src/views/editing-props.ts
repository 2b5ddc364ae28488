import type { TextFieldName } from '../form/fields.ts';
import type { EditingState } from '../flow/state.ts';

/** The props of the form's sections. */
export interface EditingProps {
  readonly state: EditingState;
  readonly locked: boolean;
}

/** What the sections with contact and address get. */
export interface BuyerProps extends EditingProps {
  /** Whether the cart is still to be loaded. */
  readonly opening: boolean;
}

/** A text field of the form, with its callbacks. */
export interface BoundField {
  readonly name: TextFieldName;
  readonly value: string;
  readonly error: string | undefined;
  readonly onText: (name: TextFieldName, text: string) => void;
  readonly onLeave: (name: TextFieldName) => void;
  readonly disabled: boolean;
}
