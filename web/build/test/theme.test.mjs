import { describe, expect, it } from 'vitest';
import { importedFirst, importsOf, rewriteImports, rewriteUrls } from '../lib/theme.mjs';

const urls = { 'img/a.svg': '/assets/a-1.svg', 'b.svg': '/assets/b-2.svg' };

describe('rewriteUrls', () => {
  it.each([
    ['url(img/a.svg)', 'url(/assets/a-1.svg)'],
    ['url("./b.svg")', 'url(/assets/b-2.svg)'],
    ["url('b.svg#part')", 'url(/assets/b-2.svg#part)'],
    ['url(data:image/png;base64,AA)', 'url(data:image/png;base64,AA)'],
    ['url(#clip)', 'url(#clip)'],
    ['url(/elsewhere.svg)', 'url(/elsewhere.svg)'],
  ])('%s becomes %s', (before, after) => {
    expect(rewriteUrls(`a{background:${before}}`, 'theme.css', urls)).toBe(`a{background:${after}}`);
  });

  it('resolves paths relative to the style sheet’s folder', () => {
    expect(rewriteUrls('url(../b.svg)', 'css/theme.css', urls)).toBe('url(/assets/b-2.svg)');
  });

  it('an unknown name fails the build', () => {
    expect(() => rewriteUrls('url(gone.svg)', 'theme.css', urls)).toThrow('theme.css refers to gone.svg');
  });
});

describe('rewriteImports', () => {
  const script = "import { money } from './amounts.js';\nimport x from \"../b.js\";\nask('./amounts.js');\n";

  it('an import names the hashed file, and nothing else is touched', () => {
    const hashed = { 'cart/amounts.js': '/assets/amounts-1.js', 'b.js': '/assets/b-2.js' };
    expect(importsOf(script, 'cart/cart.js')).toEqual(['cart/amounts.js', 'b.js']);
    expect(rewriteImports(script, 'cart/cart.js', hashed)).toBe(
      "import { money } from '/assets/amounts-1.js';\nimport x from \"/assets/b-2.js\";\nask('./amounts.js');\n",
    );
  });

  it('an unknown module fails the build', () => {
    expect(() => rewriteImports(script, 'cart.js', {})).toThrow('cart.js imports ./amounts.js');
  });

  it('a module comes before those that import it, and a circle fails the build', () => {
    expect(importedFirst({ 'a.js': ['c.js', 'b.js'], 'b.js': [], 'c.js': ['b.js'] })).toEqual([
      'b.js',
      'c.js',
      'a.js',
    ]);
    expect(() => importedFirst({ 'a.js': ['b.js'], 'b.js': ['a.js'] })).toThrow('a.js imports itself');
  });
});
