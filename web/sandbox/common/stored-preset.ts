import { members, type Members } from '../../base/read.ts';

/** A test's choices from `localStorage[key]`: the members of an object; none if there is no object. */
export function storedPreset(key: string): Members {
  try {
    return members(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    // No storage, or no JSON in it: nothing is preset.
    return {};
  }
}
