import { afterEach, describe, expect, it, vi } from 'vitest';
import { one, page, productForm, settle } from '../test/form.ts';
import { formState, watchForm } from './watch-form.ts';

const ID = '<input type="hidden" name="id" value="123">';
const ADD = '<button name="add">Přidat</button>';
const state = () => formState(one<HTMLFormElement>('form'), 'i');

describe('formState', () => {
  it.each([
    [ID + ADD, true],
    [ID, true],
    [`${ID}<button name="add" disabled></button>`, false],
    [`${ID}<button name="add" disabled></button>${ADD}`, true],
    [`${ID}<button name="add" disabled></button><button name="add" disabled></button>`, false],
    [`${ID}<button name="add" aria-disabled="true"></button>`, true],
    [`<input name="id" value="">${ADD}`, false],
    [`${ID}<i><button disabled></button></i>`, true],
  ])('[4.03] %s is buyable: %s', (inside, buyable) => {
    page(productForm(inside));
    expect(state().buyable).toBe(buyable);
  });

  it.each([
    ['', false],
    ['<input name="selling_plan" value="undefined">', false],
    ['<input name="selling_plan" value="5">', true],
  ])('[4.03] %s has a selling plan: %s', (field, has) => {
    page(productForm(ID + field));
    expect(state().hasSellingPlan).toBe(has);
  });

  it('[4.03] has no selling plan without a variant', () => {
    page(productForm('<input name="id" value=""><input name="selling_plan" value="5">'));
    expect(state().hasSellingPlan).toBe(false);
  });
});

describe('watchForm', () => {
  let watching = new AbortController();
  afterEach(() => {
    watching.abort();
  });
  const watch = (html: string) => {
    page(html);
    watching = new AbortController();
    const changed = vi.fn();
    watchForm(one<HTMLFormElement>('#product-form'), changed, watching.signal);
    return changed;
  };

  const happenings: [string, string, () => void][] = [
    [
      'a button is disabled',
      ADD,
      () => {
        one('button').toggleAttribute('disabled');
      },
    ],
    [
      'a button takes another’s place',
      ADD,
      () => {
        one('button').replaceWith(document.createElement('button'));
      },
    ],
    [
      'a script sets the hidden id',
      '',
      () => {
        one<HTMLInputElement>('[name=id]').value = '9';
      },
    ],
    [
      'a field changes',
      '<select name="x"></select>',
      () => {
        one('select').dispatchEvent(new Event('change', { bubbles: true }));
      },
    ],
    [
      'a field is typed into',
      '<input name="q">',
      () => {
        one('[name=q]').dispatchEvent(new Event('input', { bubbles: true }));
      },
    ],
    [
      'the form is reset',
      '',
      () => {
        one<HTMLFormElement>('#product-form').reset();
      },
    ],
  ];
  it.each(happenings)('[4.03] notices that %s', async (_what, inside, act) => {
    const changed = watch(productForm(ID + inside));
    act();
    await settle();
    expect(changed).toHaveBeenCalled();
  });

  it('[4.03] notices fields and buttons that stand outside of the form', async () => {
    const changed = watch(
      `${productForm(ID)}<input name="q" form="product-form"><button form="product-form"></button>`,
    );
    one('[name=q]').dispatchEvent(new Event('change', { bubbles: true }));
    expect(changed).toHaveBeenCalledTimes(1);
    one('button').toggleAttribute('disabled');
    await settle();
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('[4.03] notices a button that a theme puts deep into the form, and what becomes of it', async () => {
    const changed = watch(productForm(`${ID}<div><i></i></div>`));
    const button = document.createElement('button');
    one('i').replaceWith(button);
    await settle();
    expect(changed).toHaveBeenCalledTimes(1);
    button.toggleAttribute('disabled');
    await settle();
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('[4.03] notices a field whose events the theme keeps to itself', () => {
    const changed = watch(productForm(`${ID}<input name="q">`));
    const field = one('[name=q]');
    field.addEventListener('change', (event) => {
      event.stopPropagation();
    });
    field.dispatchEvent(new Event('change', { bubbles: true }));
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('[4.03] leaves other forms alone', async () => {
    const changed = watch(`${productForm(ID)}<form><input name="q"></form>`);
    one('[name=q]').dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect(changed).not.toHaveBeenCalled();
  });

  it('[4.03] stops with its signal', async () => {
    const changed = watch(productForm(ID + ADD));
    watching.abort();
    one('button').toggleAttribute('disabled');
    one('[name=id]').dispatchEvent(new Event('change', { bubbles: true }));
    one<HTMLFormElement>('#product-form').reset();
    await settle();
    expect(changed).not.toHaveBeenCalled();
  });
});
