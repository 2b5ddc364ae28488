import { members, type Members } from '../../base/read.ts';

/** What a test has chosen beforehand in `localStorage[key]`: an object's members, or none. */
export function storedPreset(key: string): Members {
  try {
    return members(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    // No storage here, or something else in it: nothing is preset.
    return {};
  }
}
