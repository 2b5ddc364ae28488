/** How the text of an attribute becomes a value. */
interface Kinds {
  /** Trimmed; absent and empty are the same. */
  readonly text: string;
  /** There, and not the text 'false'. */
  readonly flag: boolean;
  readonly array: readonly unknown[];
  readonly object: Readonly<Record<string, unknown>>;
}

/** Every attribute of every element, and its kind. */
export const ATTRIBUTES = {
  'access-token': 'text',
  'buyer-country': 'text',
  'buyer-currency': 'text',
  'call-to-action': 'flag',
  'cart-id': 'text',
  debug: 'flag',
  'disable-compat': 'flag',
  disabled: 'flag',
  'enabled-flags': 'array',
  fallback: 'object',
  'has-selling-plan': 'flag',
  'only-sdk': 'flag',
  'page-type': 'text',
  'pci-enabled': 'flag',
  recommended: 'object',
  'recommended-instrument': 'text',
  'requires-shipping': 'flag',
  'shop-id': 'text',
  'variant-params': 'array',
  'wallet-config': 'object',
  'wallet-configs': 'array',
  'wallet-params': 'object',
} as const satisfies Record<string, keyof Kinds>;

export type AttributeName = keyof typeof ATTRIBUTES;
type Value<Name extends AttributeName> = Kinds[(typeof ATTRIBUTES)[Name]];

/** The values of an element's attributes: flags are false where absent, all others null. */
export type AttributeValues<Name extends AttributeName> = {
  readonly [Key in Name]: Value<Key> extends boolean ? boolean : Value<Key> | null;
};

/** What is wrong with an attribute; the message names it and its element. */
export interface AttributeProblem {
  readonly attribute: AttributeName;
  readonly reason: 'missing_attribute' | 'invalid_attribute';
  readonly message: string;
}

export interface ParsedAttributes<Name extends AttributeName> {
  readonly values: AttributeValues<Name>;
  readonly problems: readonly AttributeProblem[];
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON of the expected kind; undefined where it is something else. */
function parseJson(text: string, kind: 'array' | 'object'): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return (kind === 'array' ? Array.isArray(value) : isObject(value)) ? value : undefined;
  } catch {
    return undefined;
  }
}

const EXPECTED = { array: 'a JSON array', object: 'a JSON object' } as const;

/**
 * Reads the attributes of an element. A malformed one counts as absent and is a problem; so is a required one that is
 * absent. Nothing is thrown: who pasted the element is told everything at once.
 */
export function parseAttributes<Name extends AttributeName>(
  element: Element,
  names: readonly Name[],
  required: readonly Name[],
): ParsedAttributes<Name> {
  const problems: AttributeProblem[] = [];
  const tag = element.localName;
  const read = (name: Name): unknown => {
    const kind: keyof Kinds = ATTRIBUTES[name];
    const text = element.getAttribute(name)?.trim() ?? '';
    if (kind === 'flag') return element.hasAttribute(name) && text !== 'false';
    if (text === '') {
      if (required.includes(name))
        problems.push({
          attribute: name,
          reason: 'missing_attribute',
          message: `<${tag}> needs the attribute "${name}".`,
        });
      return null;
    }
    if (kind === 'text') return text;
    const value = parseJson(text, kind);
    if (value !== undefined) return value;
    problems.push({
      attribute: name,
      reason: 'invalid_attribute',
      message: `The attribute "${name}" of <${tag}> must be ${EXPECTED[kind]}.`,
    });
    return null;
  };
  const values = Object.fromEntries(
    names.map((name) => [name, read(name)]),
  ) as unknown as AttributeValues<Name>;
  return { values, problems };
}
