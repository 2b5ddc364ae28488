import type { PurchaseType } from '../purchase-type.ts';

/** The fields of the checkout, their names, and the order in which a shopper meets them. */
export const ADDRESS_FIELDS = [
  'firstName',
  'lastName',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'zip',
  'country',
] as const;

export type AddressField = (typeof ADDRESS_FIELDS)[number];
export type AddressKind = 'delivery' | 'billing';
export type AddressFieldName = `${AddressKind}.${AddressField}`;

/** A field that holds text. */
export type TextFieldName = PlainFieldName | AddressFieldName;

/** Text fields outside addresses. IČO and DIČ belong to the billing party. */
export const PLAIN_FIELDS = ['email', 'phone', 'note', 'companyId', 'vatId', 'consent'] as const;
export type PlainFieldName = (typeof PLAIN_FIELDS)[number];

export function isPlain(name: FieldName): name is PlainFieldName {
  return PLAIN_FIELDS.some((plain) => plain === name);
}

/** All places that can show an error. */
export type FieldName = TextFieldName | DeliveryFieldName | 'payment' | 'codes';

/** The choice of a way for the first, or only, delivery group, and for the second. */
export const DELIVERY_FIELDS = ['deliveryOption', 'secondDelivery'] as const;
export type DeliveryFieldName = (typeof DELIVERY_FIELDS)[number];

/** The field of the delivery group at a place. */
export const deliveryField = (place: number): DeliveryFieldName =>
  place > 0 ? 'secondDelivery' : 'deliveryOption';

export function isText(name: FieldName): name is TextFieldName {
  return name !== 'payment' && name !== 'codes' && !DELIVERY_FIELDS.some((delivery) => delivery === name);
}

export type AddressValues = Readonly<Record<AddressField, string>>;

export type PaymentChoice = 'account' | 'card' | 'cash_on_delivery' | 'bank_transfer';

/** A delivery choice, perhaps incomplete. */
export interface DeliveryChoice {
  /** The chosen delivery method. */
  readonly code: string | null;
  /** The chosen option of that method; none while a pick-up point is still to be chosen. */
  readonly handle: string | null;
}

export type DeliveryChoices = Readonly<Record<PurchaseType, DeliveryChoice>>;

export const UNCHOSEN: DeliveryChoice = { code: null, handle: null };

/** The shopper's input, never card data. */
export interface FormValues {
  readonly email: string;
  readonly phone: string;
  readonly note: string;
  readonly companyId: string;
  readonly vatId: string;
  /** The consent above the order button, as the cart keeps it; empty if the buyer has not given it. */
  readonly consent: string;
  readonly delivery: AddressValues;
  readonly billing: AddressValues;
  readonly billingSame: boolean;
  /** The delivery choices, by kind of purchase. */
  readonly deliveries: DeliveryChoices;
  readonly payment: PaymentChoice | null;
}

export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>;

export function addressNames(kind: AddressKind): readonly AddressFieldName[] {
  return ADDRESS_FIELDS.map((field) => `${kind}.${field}` as const);
}

/** From the top of the page to its bottom: the first faulty one gets the focus. */
export const FIELD_ORDER: readonly FieldName[] = [
  'codes',
  'email',
  'phone',
  ...addressNames('delivery'),
  ...DELIVERY_FIELDS,
  'payment',
  'companyId',
  'vatId',
  ...addressNames('billing'),
  'note',
];

export function firstFaulty(errors: FieldErrors): FieldName | null {
  return FIELD_ORDER.find((name) => errors[name] !== undefined) ?? null;
}

/** The id of a field's control in the page. */
export function fieldId(name: FieldName): string {
  return `field-${name.replace('.', '-')}`;
}

/** Splits `delivery.zip`; null for fields outside of addresses. */
export function addressPart(
  name: FieldName,
): { readonly kind: AddressKind; readonly field: AddressField } | null {
  const [kind, field] = name.split('.');
  const known = ADDRESS_FIELDS.find((candidate) => candidate === field);
  if (known === undefined || (kind !== 'delivery' && kind !== 'billing')) return null;
  return { kind, field: known };
}

export function textOf(form: FormValues, name: TextFieldName): string {
  if (isPlain(name)) return form[name];
  const part = addressPart(name);
  return part === null ? '' : form[part.kind][part.field];
}

export function withText(form: FormValues, name: TextFieldName, text: string): FormValues {
  if (isPlain(name)) return { ...form, [name]: text };
  const part = addressPart(name);
  if (part === null) return form;
  return { ...form, [part.kind]: { ...form[part.kind], [part.field]: text } };
}

export function withoutError(errors: FieldErrors, name: FieldName): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name));
}

/** An address with these values. */
export const addressOf = (value: (field: AddressField) => string): AddressValues =>
  // Every field has an entry.
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, value(field)])) as AddressValues;

export const emptyAddress = (country: string): AddressValues => ({ ...addressOf(() => ''), country });
