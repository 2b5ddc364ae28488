import type { Members } from '../../base/read.ts';
import { styleSheet } from '../../base/style-sheet.ts';

/** The colours of Amazon's button, by the setting `buttonColor`. Its logo may not be redistributed. */
const COLOURS: Readonly<Partial<Record<string, string>>> = {
  LightGray: 'background:#f3f3f3;color:#0f1111',
  DarkGray: 'background:#37475a;color:#fff',
};
const GOLD = 'background:#ffd814;color:#0f1111';

const styles = `
:host { display: block; }
button {
  box-sizing: border-box;
  inline-size: 100%;
  min-inline-size: 8.75rem;
  min-block-size: 2.8125rem;
  padding: 0 1rem;
  border: 1px solid #747775;
  border-radius: 4px;
  font: 600 1rem/1.2 system-ui, sans-serif;
  cursor: pointer;
}
button:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;

/** Draws the button in its own shadow root, as Amazon's script does. */
export function drawButton(place: Element, settings: Members): HTMLButtonElement {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const colour = COLOURS[String(settings['buttonColor'])] ?? GOLD;
  shadow.adoptedStyleSheets = [styleSheet(`${styles}button{${colour}}`)];
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Amazon Pay';
  shadow.append(button);
  place.replaceChildren(host);
  return button;
}
