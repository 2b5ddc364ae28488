import { developerError } from './error.ts';
import { members } from './loose.ts';

/** What the kinds of button say. */
const LABELS: Readonly<Record<string, string>> = {
  book: 'Rezervovat přes Google Pay',
  buy: 'Koupit přes Google Pay',
  checkout: 'K pokladně přes Google Pay',
  donate: 'Přispět přes Google Pay',
  order: 'Objednat přes Google Pay',
  pay: 'Zaplatit přes Google Pay',
  plain: 'Google Pay',
  subscribe: 'Předplatit přes Google Pay',
  long: 'Koupit přes Google Pay',
  short: 'Google Pay',
};
const COLORS = ['default', 'black', 'white'];

const styles = `
:host { display: inline-block; }
button {
  width: 100%;
  min-width: 10rem;
  min-height: 2.5rem;
  padding: 0 1rem;
  border: 1px solid #747775;
  border-radius: 0.25rem;
  background: #000;
  color: #fff;
  font: 600 1rem/1 system-ui, sans-serif;
  cursor: pointer;
}
:host([data-color='white']) button { background: #fff; color: #1f1f1f; }
button:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
`;

/** The SDK's own button, plain: no brand's drawing is at hand that would be free to ship. */
export function createButton(options: unknown): HTMLElement {
  const { onClick, buttonType = 'buy', buttonColor = 'default' } = members(options);
  const label = typeof buttonType === 'string' ? LABELS[buttonType] : undefined;
  if (typeof onClick !== 'function') throw developerError('onClick must be a function');
  if (label === undefined) throw developerError('buttonType is not known');
  if (typeof buttonColor !== 'string' || !COLORS.includes(buttonColor))
    throw developerError('buttonColor is not known');
  const host = document.createElement('div');
  host.dataset['color'] = buttonColor;
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  shadow.adoptedStyleSheets = [sheet];
  const button = document.createElement('button');
  button.type = 'button';
  button.lang = 'cs';
  button.textContent = label;
  button.addEventListener('click', (event) => {
    (onClick as (event: Event) => void)(event);
  });
  shadow.append(button);
  return host;
}
