import { EARLY_FIELDS } from '../flow/opening.ts';
import { fieldId, type TextFieldName } from '../form/fields.ts';

/** Reads the values that were typed, selected or autofilled before the script ran. */
export function early(page: Document): ReadonlyMap<TextFieldName, string> {
  const found = new Map<TextFieldName, string>();
  for (const name of EARLY_FIELDS) {
    const field = page.getElementById(fieldId(name));
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) found.set(name, field.value);
  }
  return found;
}
