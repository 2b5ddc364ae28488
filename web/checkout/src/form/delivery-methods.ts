import type { Cart, DeliveryGroup, DeliveryMethodType, DeliveryOption } from '../api/model.ts';
import { toMinor } from '../format/money.ts';
import { deliveryTitle } from '../texts/delivery.ts';

/** A delivery method as it is offered: one option, or one of several places to collect at. */
export interface DeliveryMethod {
  readonly code: string;
  readonly title: string;
  readonly description: string | null;
  /** When it arrives: the same wherever it is collected. */
  readonly promise: string | null;
  readonly type: DeliveryMethodType;
  readonly options: readonly DeliveryOption[];
  /** The lowest price of its options, after discounts. */
  readonly from: DeliveryOption['cost'];
  /** Whether its options differ in price. */
  readonly varies: boolean;
}

/** Groups options by their method, in the order in which the server gives them. */
export function deliveryMethods(options: readonly DeliveryOption[]): readonly DeliveryMethod[] {
  const groups = new Map<string, DeliveryOption[]>();
  for (const option of options) {
    const group = groups.get(option.code);
    if (group === undefined) groups.set(option.code, [option]);
    else group.push(option);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [method(first, group)];
  });
}

function method(first: DeliveryOption, options: readonly DeliveryOption[]): DeliveryMethod {
  const cheapest = options.reduce((best, option) =>
    toMinor(option.discounted.amount) < toMinor(best.discounted.amount) ? option : best,
  );
  return {
    code: first.code,
    title: commonTitle(options) ?? first.title,
    description: commonDescription(options),
    promise: first.promise,
    type: first.type,
    options,
    from: cheapest.discounted,
    varies: options.some((option) => option.discounted.amount !== cheapest.discounted.amount),
  };
}

/** The separator of method and place in a title. */
export const SEPARATORS = [' – ', ' — ', ': ', ' - ', ', '] as const;

/** The method's own title, when the titles of its places begin with it. */
function commonTitle(options: readonly DeliveryOption[]): string | null {
  if (options.length < 2) return null;
  const shared = options.map((option) => option.title).reduce(commonPrefix);
  const ends = SEPARATORS.map((separator) => shared.lastIndexOf(separator));
  const end = Math.max(...ends);
  return end > 0 ? shared.slice(0, end) : null;
}

function commonPrefix(first: string, second: string): string {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length += 1;
  return first.slice(0, length);
}

function commonDescription(options: readonly DeliveryOption[]): string | null {
  const first = options[0]?.description ?? null;
  return options.every((option) => option.description === first) ? first : null;
}

/** The title of a group's delivery. With one group it need not name the goods. */
export const groupTitle = ({ purchase }: DeliveryGroup, { groups }: Pick<Cart, 'groups'>): string =>
  deliveryTitle(groups.length > 1 ? purchase : null);

/** The handle of a method that leaves no place to choose; else null. */
export const onlyHandle = (of: DeliveryMethod): string | null =>
  hasPlaces(of) ? null : (of.options[0]?.handle ?? null);

/** Whether choosing the method leaves a place to choose. */
export function hasPlaces(of: DeliveryMethod): boolean {
  return of.options.length > 1;
}
