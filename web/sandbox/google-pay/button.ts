import { drawButton } from './button-look.ts';
import { checkedOptions } from './button-options.ts';

/** The SDK's button with its colours, texts, corners and languages. The wallet's name is plain text instead of a logo. */
export function createButton(options: unknown): HTMLElement {
  const checked = checkedOptions(options);
  const { host, button } = drawButton(checked);
  button.addEventListener('click', checked.onClick);
  return host;
}
