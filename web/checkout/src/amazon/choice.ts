import { boolean, type Decoder, fields, list, mapped, object, text } from '../../../base/decode.ts';
import { isText } from '../../../base/read.ts';
import { addressNames, type FormValues, textOf, type TextFieldName, withText } from '../form/fields.ts';
import { type FormContext, validateField } from '../form/validate.ts';

/** What the cart has from the buyer's choice at Amazon (crates/shop-wallets/src/amazon_pay/checkout_view.rs). */
export interface AmazonChoice {
  /** Amazon's script, or the emulation's. */
  readonly scriptUrl: string;
  /** The cart's values that are Amazon's. */
  readonly values: ReadonlyMap<TextFieldName, string>;
  /** The same contact and address, as lines to read. Without a usable address there are no lines of one. */
  readonly contact: readonly string[];
  readonly address: readonly string[];
  /** Whether the buyer chose an address that the shop cannot use. */
  readonly isAddressUnusable: boolean;
}

const ADDRESS = addressNames('delivery');
const NAMES: readonly TextFieldName[] = ['email', 'phone', ...ADDRESS];

export const decodeChoice: Decoder<AmazonChoice, never> = mapped(
  object({
    scriptUrl: text,
    fields,
    contact: list(text),
    address: list(text),
    isAddressUnusable: boolean,
  }),
  ({ fields: given, ...lines }) => ({
    ...lines,
    values: new Map(
      NAMES.flatMap((name) => {
        const value = given[name];
        return isText(value) ? [[name, value] as const] : [];
      }),
    ),
  }),
);

/** The page writes telephone numbers and postal codes with spaces. */
const withoutSpaces = (written: string): string => written.replaceAll(/\s/gu, '');

/** Whether these fields still have Amazon's values. */
const isUnchanged = ({ values }: AmazonChoice, form: FormValues, names: readonly TextFieldName[]): boolean =>
  names.every((name) => withoutSpaces(textOf(form, name)) === withoutSpaces(values.get(name) ?? ''));

/** Whether a field lacks a value that the shop takes. */
const lacks = (
  { values }: AmazonChoice,
  form: FormValues,
  name: TextFieldName,
  context: FormContext,
): boolean => validateField(withText(form, name, values.get(name) ?? ''), name, context) !== null;

/** The address fields that the buyer must enter, because Amazon has no value that the shop takes. */
export const lackingAddress = (
  choice: AmazonChoice,
  form: FormValues,
  context: FormContext,
): readonly TextFieldName[] => ADDRESS.filter((name) => lacks(choice, form, name, context));

/** What of Amazon's values the form still has. The buyer cannot edit it here. */
export interface Held {
  readonly email: boolean;
  readonly phone: boolean;
  readonly address: boolean;
}

/** What the buyer cannot edit while the account at Amazon pays. An address is held as a whole. */
export function heldBy(choice: AmazonChoice, form: FormValues, context: FormContext): Held {
  const isHeld = (name: TextFieldName): boolean =>
    choice.values.has(name) && isUnchanged(choice, form, [name]) && !lacks(choice, form, name, context);
  const given = ADDRESS.filter((name) => choice.values.has(name));
  const lacking = lackingAddress(choice, form, context);
  const kept = given.filter((name) => !lacking.includes(name));
  return {
    email: isHeld('email'),
    phone: isHeld('phone'),
    address: choice.address.length > 0 && isUnchanged(choice, form, kept),
  };
}
