import { act, useState, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chooser } from './Chooser.tsx';

const CHOICES = [
  { id: 'one', text: 'Visa •••• 1111', detail: 'Platba projde', card: { network: 'Visa', lastFour: '1111' } },
  { id: 'two', text: 'Visa •••• 0002', detail: 'Banka platbu zamítne' },
];

const choose = vi.fn<(id: string) => void>();
const submit = vi.fn();
const outside = vi.fn();
let root: Root | null = null;

function Form(): ReactElement {
  const [value, setValue] = useState('one');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Chooser
        label="Karta"
        value={value}
        choices={CHOICES}
        choose={(id) => {
          choose(id);
          setValue(id);
        }}
      />
    </form>
  );
}

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
}

const button = (): HTMLElement => element('button');
const isOpen = (): boolean => document.querySelector('[role=radiogroup]') !== null;
const radio = (id: string): HTMLElement => element(`input[value="${id}"]`);

/** The text of the elements that name another one. */
const nameOf = (named: Element): string =>
  (named.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map(
      (id) =>
        document.getElementById(id)?.querySelector('[dir]')?.textContent ??
        document.getElementById(id)?.textContent,
    )
    .join(' ');

const click = (target: HTMLElement): void => {
  act(() => {
    target.click();
  });
};

/** Presses a key, and what the browser does then if the page lets it. */
function key(name: string, then?: () => void): void {
  act(() => {
    const target = document.activeElement ?? document.body;
    const init = { key: name, bubbles: true, cancelable: true };
    if (target.dispatchEvent(new KeyboardEvent('keydown', init))) then?.();
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keyup', init));
  });
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  for (const spy of [choose, submit, outside]) spy.mockReset();
  document.body.addEventListener('keydown', outside);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root?.render(<Form />));
});

afterEach(() => {
  act(() => root?.unmount());
  document.body.removeEventListener('keydown', outside);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('a picker', () => {
  it('[B.09] is a button with the label and the choice, which opens a radio group with the focus on the choice', () => {
    expect(nameOf(button())).toBe('Karta Visa •••• 1111Platba projde');
    expect(button().getAttribute('aria-expanded')).toBe('false');
    expect(isOpen()).toBe(false);
    click(button());
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect(nameOf(element('[role=radiogroup]'))).toBe('Karta');
    expect(
      [...document.querySelectorAll('label')].map((each) => each.querySelector('[dir]')?.textContent),
    ).toEqual(['Visa •••• 1111Platba projde', 'Visa •••• 0002Banka platbu zamítne']);
    expect(document.activeElement).toBe(radio('one'));
    click(button());
    expect(isOpen()).toBe(false);
    expect(choose).not.toHaveBeenCalled();
  });

  it('[B.09] a click chooses and closes it, and the focus returns to the button', () => {
    click(button());
    click(radio('two'));
    expect(choose).toHaveBeenCalledExactlyOnceWith('two');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(button());
    expect(nameOf(button())).toContain('0002');
  });

  it('[B.09] a click on the choice closes it, too', () => {
    click(button());
    click(radio('one'));
    expect(isOpen()).toBe(false);
    expect(choose).not.toHaveBeenCalled();
  });

  it('[B.09] arrows choose and leave it open, and a later click closes it', () => {
    click(button());
    key('ArrowDown', () => {
      radio('two').focus();
      radio('two').click();
    });
    expect(choose).toHaveBeenCalledExactlyOnceWith('two');
    expect(isOpen()).toBe(true);
    click(radio('one'));
    expect(isOpen()).toBe(false);
  });

  it('[B.09] Enter closes it and does not submit the form', () => {
    click(button());
    key('Enter', () => {
      element('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
    expect(isOpen()).toBe(false);
    expect(submit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button());
  });

  it('[B.09] Escape closes it, and only a second one reaches the sheet', () => {
    click(button());
    key('Escape');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(button());
    expect(outside).not.toHaveBeenCalled();
    key('Escape');
    expect(outside).toHaveBeenCalledTimes(1);
  });
});
