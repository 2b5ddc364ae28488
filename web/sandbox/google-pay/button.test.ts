import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createButton } from './button.ts';
import { PaymentsError } from './error.ts';

// jsdom lacks this. Browser tests check the button's look.
class Sheet {
  replaceSync(): void {
    // jsdom has no layout.
  }
}

const onClick = vi.fn();

const drawn = (options: Record<string, unknown> = {}) => {
  const host = createButton({ onClick, ...options });
  const button = host.shadowRoot?.querySelector('button');
  if (!button) throw new Error('There is no button');
  return { host, button };
};

beforeEach(() => {
  vi.stubGlobal('CSSStyleSheet', Sheet);
  onClick.mockReset();
});

describe('the button of the SDK', () => {
  it('[B.02] calls onClick', () => {
    drawn().button.click();
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['book', 'Rezervovat přes Google Pay'],
    ['buy', 'Koupit přes Google Pay'],
    ['checkout', 'K pokladně přes Google Pay'],
    ['donate', 'Přispět přes Google Pay'],
    ['order', 'Objednat přes Google Pay'],
    ['pay', 'Zaplatit přes Google Pay'],
    ['plain', 'Google Pay'],
    ['subscribe', 'Předplatit přes Google Pay'],
    [undefined, 'Koupit přes Google Pay'],
  ])('[B.02] with the type %s has the text %s', (buttonType, label) => {
    expect(drawn({ buttonType }).button.textContent).toBe(label);
  });

  it.each([
    [undefined, 'cs', 'Koupit přes Google Pay'],
    ['cs', 'cs', 'Koupit přes Google Pay'],
    ['sk', 'sk', 'Kúpiť cez Google Pay'],
    ['en-GB', 'en', 'Buy with Google Pay'],
    // An unknown language or an invalid tag falls back to English, as in Google's button.
    ['tlh', 'en', 'Buy with Google Pay'],
    ['constructor', 'en', 'Buy with Google Pay'],
  ])('[B.02] with the locale %s has the language %s and the text %s', (buttonLocale, language, label) => {
    const { button } = drawn({ buttonLocale });
    expect(button.lang).toBe(language);
    expect(button.textContent).toBe(label);
  });

  it.each([
    [undefined, 'black'],
    ['default', 'black'],
    ['black', 'black'],
    ['white', 'white'],
  ])('[B.02] with the colour %s is %s', (buttonColor, color) => {
    expect(drawn({ buttonColor }).host.dataset['color']).toBe(color);
  });

  it.each([
    [undefined, '4px'],
    [0, '0px'],
    [22, '22px'],
    [100, '100px'],
  ])('[B.02] with the radius %s has corners of %s', (buttonRadius, radius) => {
    expect(drawn({ buttonRadius }).button.style.getPropertyValue('--radius')).toBe(radius);
  });

  it('[B.02] fills its container with buttonSizeMode=fill', () => {
    expect(drawn({ buttonSizeMode: 'fill' }).host.hasAttribute('data-fills')).toBe(true);
    expect(drawn({ buttonSizeMode: 'static' }).host.hasAttribute('data-fills')).toBe(false);
  });

  it.each([
    ['onClick', undefined],
    ['onClick', 'pay()'],
    ['buttonType', 'rent'],
    ['buttonType', 'constructor'],
    ['buttonColor', 'plum'],
    ['buttonColor', 'toString'],
    ['buttonRadius', '4'],
    ['buttonRadius', -1],
    ['buttonRadius', 101],
    ['buttonRadius', Number.NaN],
    ['buttonSizeMode', 'huge'],
    ['buttonLocale', 7],
  ])('[B.02] with %s=%s is refused', (name, value) => {
    expect(() => drawn({ [name]: value })).toThrow(PaymentsError);
  });
});
