import { drawButton } from './button-look.ts';
import { checkedOptions } from './button-options.ts';

/** The SDK's own button, with its colours, words, corners and languages; the wallet's name is plain text. */
export function createButton(options: unknown): HTMLElement {
  const checked = checkedOptions(options);
  const { host, button } = drawButton(checked);
  button.addEventListener('click', checked.onClick);
  return host;
}
