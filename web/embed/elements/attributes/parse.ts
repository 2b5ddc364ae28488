/** Parsers of attribute texts. */
interface Kinds {
  /** Trimmed; empty counts as absent. */
  readonly text: string;
  /** True if present, unless its text is 'false'. */
  readonly flag: boolean;
  /** JSON. */
  readonly array: readonly unknown[];
  /** JSON. */
  readonly object: Readonly<Record<string, unknown>>;
}

/** Every attribute of every element, and its kind. */
export interface AttributeKinds {
  'access-token': 'text';
  'buyer-country': 'text';
  'buyer-currency': 'text';
  'call-to-action': 'flag';
  'cart-id': 'text';
  debug: 'flag';
  'disable-compat': 'flag';
  disabled: 'flag';
  'enabled-flags': 'array';
  fallback: 'object';
  'has-selling-plan': 'flag';
  'only-sdk': 'flag';
  'page-type': 'text';
  'pci-enabled': 'flag';
  recommended: 'object';
  'recommended-instrument': 'text';
  'requires-shipping': 'flag';
  'shop-id': 'text';
  'variant-params': 'array';
  'wallet-config': 'object';
  'wallet-configs': 'array';
  'wallet-params': 'object';
}

export type AttributeName = keyof AttributeKinds;

/** The attributes of one element with their kinds; a kind with an exclamation mark is required. */
export type AttributeSchema = {
  readonly [Name in AttributeName]?: AttributeKinds[Name] | `${AttributeKinds[Name]}!`;
};

/** `buyer-country` is `buyerCountry` in code. */
type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type ValueOf<Kind> = Kind extends 'flag'
  ? boolean
  : Kind extends `${infer Required extends keyof Kinds}!`
    ? Kinds[Required]
    : Kind extends keyof Kinds
      ? Kinds[Kind] | null
      : never;

/** The values of an element's attributes. An absent flag is false, any other absent attribute null. */
export type AttributeValues<Schema extends AttributeSchema> = {
  readonly [Name in keyof Schema & string as CamelCase<Name>]: ValueOf<Schema[Name]>;
};

export interface ParsedAttributes<Schema extends AttributeSchema> {
  /** Null if a required attribute is missing. */
  readonly values: AttributeValues<Schema> | null;
  /** Messages for the developer; each names the attribute and the element. */
  readonly problems: readonly string[];
}

/** Parses JSON of the expected kind; null for any other. */
function parseJson(text: string, kind: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isArray = Array.isArray(value);
    return typeof value === 'object' && isArray === (kind === 'array') ? value : null;
  } catch {
    return null;
  }
}

/**
 * Reads the attributes of an element. A malformed attribute counts as absent. It is reported, as is a missing required
 * one. Never throws, so that all problems are reported at once.
 */
export function parseAttributes<Schema extends AttributeSchema>(
  element: Element,
  schema: Schema,
): ParsedAttributes<Schema> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const tag = `<${element.localName}>`;
  let complete = true;
  for (const [name, declared] of Object.entries(schema)) {
    const kind = declared.replace('!', '');
    const text = element.getAttribute(name)?.trim() ?? '';
    let value: unknown = text;
    if (kind === 'flag') value = element.hasAttribute(name) && text !== 'false';
    else if (text === '') {
      value = null;
      if (declared !== kind) {
        complete = false;
        problems.push(`${tag} needs the attribute "${name}".`);
      }
    } else if (kind !== 'text') {
      value = parseJson(text, kind);
      if (value === null) problems.push(`The attribute "${name}" of ${tag} must be a JSON ${kind}.`);
    }
    values[name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())] = value;
  }
  return { values: complete ? (values as AttributeValues<Schema>) : null, problems };
}
