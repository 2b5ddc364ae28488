import type { OptionSelection } from '../../cart/operations.ts';
import type { CartSnapshot, SnapshotGroup, SnapshotOption } from '../../cart/snapshot.ts';
import { SHEET_OPTIONS_MAX } from '../../constants.ts';
import type { SheetOption } from '../../wallets/protocol.ts';

/** A sheet offers delivery to an address only; pick-up places are chosen in the checkout. */
const offered = ({ options }: SnapshotGroup): readonly SnapshotOption[] =>
  options.filter(({ methodType }) => methodType === 'SHIPPING' || methodType === 'LOCAL');

/**
 * The options that an id selects: exactly one offered option of every group, with every handle used. Null otherwise; an
 * ambiguous id selects nothing.
 */
export function selectionOf(id: string, groups: readonly SnapshotGroup[]): OptionSelection[] | null {
  const handles = id.split(',');
  const used = new Set<string>();
  const selections: OptionSelection[] = [];
  for (const group of groups) {
    const [only, ...others] = offered(group).filter(({ handle }) => handles.includes(handle));
    if (!only || others.length > 0) return null;
    used.add(only.handle);
    selections.push({ deliveryGroupId: group.id, deliveryOptionHandle: only.handle });
  }
  return handles.every((handle) => used.has(handle)) ? selections : null;
}

/** One option of each group, in all combinations that have an id: groups that share options go the same way. */
function combinations(groups: readonly SnapshotGroup[]): readonly SnapshotOption[][] {
  return groups.reduce<SnapshotOption[][]>(
    (found, group, at) =>
      found
        .flatMap((chosen) => offered(group).map((option) => [...chosen, option]))
        .filter((chosen) => selectionOf(idOf(chosen), groups.slice(0, at + 1)))
        .slice(0, SHEET_OPTIONS_MAX),
    [[]],
  );
}

const joined = (texts: readonly string[], separator: string): string =>
  [...new Set(texts.filter((text) => text !== ''))].join(separator);

const idOf = (chosen: readonly SnapshotOption[]): string => chosen.map(({ handle }) => handle).join(',');

/** All options that a sheet can offer for the cart; empty if nothing can be delivered. */
export function sheetOptions({ groups }: Pick<CartSnapshot, 'groups'>): readonly SheetOption[] {
  if (groups.length === 0) return [];
  return combinations(groups).map((chosen) => ({
    id: idOf(chosen),
    label: joined(
      chosen.map(({ title, handle }) => title || handle),
      ' + ',
    ),
    detail: joined(
      chosen.map(({ promise, description }) => joined([promise, description], ' · ')),
      ' + ',
    ),
    minor: chosen.reduce((sum, { minor }) => sum + minor, 0),
  }));
}

/** The cart's selected option, if the sheet offers it. A group without one leaves an empty handle, which selects nothing. */
export function selectedOptionId({ groups }: Pick<CartSnapshot, 'groups'>): string | null {
  const id = groups.map(({ selectedHandle }) => selectedHandle).join(',');
  return selectionOf(id, groups) && id;
}
