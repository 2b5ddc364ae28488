import { describe, expect, it } from 'vitest';
import { rewriteUrls } from '../lib/theme.mjs';

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
