import { styleSheet } from '../../base/style-sheet.ts';
import type { ButtonOptions } from './button-options.ts';

/** The sizes and colours of Google's button. Its logo may not be redistributed. */
const styles = `
:host { display: inline-block; }
:host([data-fills]) { display: block; block-size: 100%; inline-size: 100%; }
button {
  box-sizing: border-box;
  inline-size: 100%;
  min-inline-size: 10rem;
  min-block-size: 2.5rem;
  padding: 0 1.5rem;
  border: 1px solid #747775;
  border-radius: var(--radius);
  background: #000;
  color: #fff;
  font: 500 1rem/1 system-ui, sans-serif;
  white-space: nowrap;
  cursor: pointer;
}
:host([data-fills]) button { block-size: 100%; min-inline-size: 0; }
button:hover { background: #3c4043; }
:host([data-color='white']) button { background: #fff; color: #1f1f1f; }
:host([data-color='white']) button:hover { background: #f1f3f4; }
button:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;

/** Draws a button. The caller adds the click listener. */
export function drawButton({ color, radius, fills, label, language }: ButtonOptions): {
  host: HTMLElement;
  button: HTMLButtonElement;
} {
  const host = document.createElement('div');
  host.dataset['color'] = color;
  host.toggleAttribute('data-fills', fills);
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [styleSheet(styles)];
  const button = document.createElement('button');
  button.type = 'button';
  button.lang = language;
  button.textContent = label;
  button.style.setProperty('--radius', `${String(radius)}px`);
  shadow.append(button);
  return { host, button };
}
