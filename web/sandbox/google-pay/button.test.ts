import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createButton } from './button.ts';
import { PaymentsError } from './error.ts';

// Not in jsdom; how it looks is for a real browser to show.
class Sheet {
  replaceSync(): void {
    // Nothing is laid out.
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
  it('[B.02] is clicked', () => {
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
  ])('[B.02] of the type %s says %s', (buttonType, label) => {
    expect(drawn({ buttonType }).button.textContent).toBe(label);
  });

  it.each([
    [undefined, 'cs', 'Koupit přes Google Pay'],
    ['cs', 'cs', 'Koupit přes Google Pay'],
    ['sk', 'sk', 'Kúpiť cez Google Pay'],
    ['en-GB', 'en', 'Buy with Google Pay'],
    // What it does not speak, and what is no language, is English, as with the real one.
    ['tlh', 'en', 'Buy with Google Pay'],
    ['constructor', 'en', 'Buy with Google Pay'],
  ])('[B.02] in the language %s is %s: %s', (buttonLocale, language, label) => {
    const { button } = drawn({ buttonLocale });
    expect(button.lang).toBe(language);
    expect(button.textContent).toBe(label);
  });

  it.each([
    [undefined, 'black'],
    ['default', 'black'],
    ['black', 'black'],
    ['white', 'white'],
  ])('[B.02] of the colour %s is %s', (buttonColor, color) => {
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

  it('[B.02] fills its container where it is told to', () => {
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
