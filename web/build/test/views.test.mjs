import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { renderView, renderViews, viewTree } from '../lib/views.mjs';

describe('views', () => {
  it('[B.01] a view that cannot be hydrated from plain markup fails the build', () => {
    const [one, two] = ['Koupit', ' teď'];
    expect(() => renderView('bad', createElement('p', null, one, two))).toThrow(
      'View "bad" renders differently',
    );
    expect(renderView('good', createElement('p', null, `${one}${two}`))).toBe('<p>Koupit teď</p>');
  });

  it('[B.01] the server receives the three views of the button', async () => {
    const { snippet } = await renderViews();
    expect(Object.keys(snippet)).toEqual(['buy-it-now', 'buy-it-now-disabled', 'buy-it-now-skeleton']);
    expect(snippet['buy-it-now']).toMatch(/^<button type="submit" [^>]*>Koupit teď<\/button>$/);
    expect(snippet['buy-it-now-disabled']).toContain(' disabled=""');
    expect(snippet['buy-it-now-skeleton']).toContain('aria-hidden="true"');
  });

  it('trees keep names, attributes, order, and the case of SVG', () => {
    expect(viewTree('<p class="a">x<svg viewBox="0 0 1 1"><path d="M0"></path></svg></p>')).toEqual([
      'p',
      { class: 'a' },
      'x',
      ['svg', { viewBox: '0 0 1 1' }, ['path', { d: 'M0' }]],
    ]);
    expect(() => viewTree('<p></p><p></p>')).toThrow('exactly one element');
  });
});
