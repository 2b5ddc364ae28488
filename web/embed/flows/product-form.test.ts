import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { one, page, productForm } from '../test/form.ts';
import { addToCartButtons, cartLine, findProductForm, readProductLine } from './product-form.ts';

const read = (fields: string) => {
  page(productForm(fields));
  return readProductLine(one<HTMLFormElement>('form'));
};
const ID = '<input type="hidden" name="id" value="123">';

describe('the line', () => {
  it('[3.06] takes variant and quantity, with the id in global-id form', () => {
    expect(read(`${ID}<input name="quantity" value="3">`)).toMatchObject({
      variantId: 123,
      quantity: 3,
      merchandiseId: 'gid://shopify/ProductVariant/123',
    });
  });

  it.each([
    '',
    '<input name="quantity" value="">',
    '<input name="quantity" value="two">',
    '<input name="quantity" value="1.5">',
  ])('[3.06] quantity defaults to 1: %s', (quantity) => {
    expect(read(ID + quantity)?.quantity).toBe(1);
  });

  it.each(['0', '-1', '2147483648'])('[3.06] a quantity of %s is the server’s to judge', (quantity) => {
    expect(read(`${ID}<input name="quantity" value="${quantity}">`)?.quantity).toBe(Number(quantity));
  });

  it.each([
    '',
    '0',
    '00',
    '-5',
    'abc',
    '12x',
    '1.5',
    '1e3',
    '0x10',
    'undefined',
    'NaN',
    '99999999999999999999',
  ])('[5.20] the variant id "%s" builds no line', (id) => {
    expect(read(`<input type="hidden" name="id" value="${id}">`)).toBeNull();
  });

  it('[5.20] exactly the numbers above 0 build a line', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.integer().map(String),
          fc.string(),
          fc.nat().map((id) => ` ${id} `),
        ),
        (id) => {
          page(productForm('<input type="hidden" name="id">'));
          one<HTMLInputElement>('input').value = id;
          const line = readProductLine(one<HTMLFormElement>('form'));
          const digits = /^\s*\d+\s*$/.test(id) && Number(id) > 0;
          expect(line?.variantId ?? null).toBe(digits ? Number(id) : null);
        },
      ),
    );
  });

  it('[3.06] reads a variant id that the theme left disabled, and a chosen radio or option', () => {
    expect(read('<input type="hidden" name="id" value="7" disabled>')?.variantId).toBe(7);
    expect(
      read('<input type="radio" name="id" value="1"><input type="radio" name="id" value="2" checked>')
        ?.variantId,
    ).toBe(2);
    expect(read('<select name="id"><option value="1"><option value="5" selected></select>')?.variantId).toBe(
      5,
    );
    expect(read('<input type="radio" name="id" value="1">')).toBeNull();
  });

  it('[3.06] reads no fieldset: it has a name, but no value', () => {
    expect(read(`<fieldset name="id"></fieldset>${ID}`)?.variantId).toBe(123);
  });

  it('[3.06] reads fields that stand outside of the form', () => {
    page(`${productForm(ID)}<input name="quantity" form="product-form" value="4">`);
    expect(readProductLine(one<HTMLFormElement>('form'))?.quantity).toBe(4);
  });

  it.each([
    ['', null],
    ['<input name="selling_plan" value="">', null],
    ['<input name="selling_plan" value="undefined">', null],
    ['<input type="radio" name="selling_plan" value="9">', null],
    ['<input type="radio" name="selling_plan" value="9" checked>', 'gid://shopify/SellingPlan/9'],
    ['<input type="hidden" name="selling_plan" value="42">', 'gid://shopify/SellingPlan/42'],
    ['<select name="selling_plan"><option value=" 42 "></select>', 'gid://shopify/SellingPlan/42'],
    ['<select name="selling_plan"><option value=" "></select>', null],
    ['<select name="selling_plan"><option value=" undefined "></select>', null],
  ])('[3.07] %s chooses the plan %s', (field, plan) => {
    expect(read(ID + field)?.sellingPlanId).toBe(plan);
  });

  it('[3.08] collects properties, without empty, unchecked and disabled ones and files', () => {
    const line = read(`${ID}
      <input name="properties[Věnování]" value="Pro Aničku">
      <input name="properties[Prázdné]" value="">
      <input type="checkbox" name="properties[Dárkové balení]" value="ano" checked>
      <input type="checkbox" name="properties[Nezaškrtnuté]" value="ano">
      <input type="radio" name="properties[Barva]" value="červená">
      <input type="radio" name="properties[Barva]" value="modrá" checked>
      <input name="properties[Vypnuté]" value="x" disabled>
      <textarea name="properties[_skryté]">a
b</textarea>
      <select name="properties[Velikost]"><option value="M" selected></select>
      <input name="propertiesX[ne]" value="x"><input name="properties[]" value="x">
      <input name="line-properties[ne]" value="x"><input name="properties[ne]-x" value="x">
      <input type="file" name="properties[Fotografie]">`);
    expect(line?.lineItemProperties.map(({ key, value }) => [key, value.replace('\r\n', '\n')])).toEqual([
      ['Věnování', 'Pro Aničku'],
      ['Dárkové balení', 'ano'],
      ['Barva', 'modrá'],
      ['_skryté', 'a\nb'],
      ['Velikost', 'M'],
    ]);
  });

  it('[3.06] [3.07] becomes the input of cartCreate; no plan, no field', () => {
    const line = read(`${ID}<input name="properties[a]" value="b">`);
    expect(line && cartLine(line)).toEqual({
      merchandiseId: 'gid://shopify/ProductVariant/123',
      quantity: 1,
      attributes: [{ key: 'a', value: 'b' }],
    });
    const planned = read(`${ID}<input name="selling_plan" value="9">`);
    expect(planned && cartLine(planned)).toHaveProperty('sellingPlanId', 'gid://shopify/SellingPlan/9');
  });
});

describe('the form', () => {
  it('[2.05] is the one around the element, not the page’s first', () => {
    page(
      `<form class="installment" action="/cart/add" id="other">${ID}</form>${productForm(`${ID}<b></b>`)}`,
    );
    expect(findProductForm(one('b'))?.getAttribute('id')).toBe('product-form');
  });

  it('[2.05] else the page’s only one; instalment forms do not count', () => {
    page(`<form class="installment" action="/cart/add">${ID}</form>${productForm(ID)}<b></b>`);
    expect(findProductForm(one('b'))?.getAttribute('id')).toBe('product-form');
  });

  it('[2.05] is missing if there are several candidates, or none with a variant', () => {
    page(`${productForm(ID)}${productForm(ID)}<b></b>`);
    expect(findProductForm(one('b'))).toBeNull();
    page('<form action="/cart/add"><b></b></form>');
    expect(findProductForm(one('b'))).toBeNull();
  });
});

describe('addToCartButtons', () => {
  it.each([
    ['<button name="add">a</button><button>other</button>', ['a']],
    ['<button>a</button><input type="submit" value="b"><button type="button">no</button>', ['a', 'b']],
    ['<button name="add">a</button><i><button>ours</button></i>', ['a']],
    ['<i><button>ours</button></i>', []],
  ])('[4.03] of %s are %j', (inside, expected) => {
    page(productForm(inside));
    const found = addToCartButtons(one<HTMLFormElement>('form'), 'i');
    expect(found.map((button) => button.textContent || button.value)).toEqual(expected);
  });
});
