import { describe, expect, it, vi } from 'vitest';
import { plainNodes } from './plain-html.ts';

function shown(html: string): string {
  const box = document.createElement('div');
  box.append(...plainNodes(html));
  return box.innerHTML;
}

describe('[2.23] [7.11] the policy as nodes', () => {
  it.each([
    ['<p>Jedna.</p><p>Dvě.</p>', '<p>Jedna.</p><p>Dvě.</p>'],
    ['<h2>Zrušení</h2>', '<h3>Zrušení</h3>'],
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    ['<p>po&nbsp;30 dnech &amp; &#382;e &#x17E;e<br>dál</p>', '<p>po&nbsp;30 dnech &amp; že že<br>dál</p>'],
    ['<p>bez konce<p>další<li>a<li>b', '<p>bez konce</p><p>další<li>a</li><li>b</li></p>'],
    ['<p onclick="x()">text <a href="javascript:x()">odkaz</a></p>', '<p>text odkaz</p>'],
    ['a<script>x()</script><style>p{}</style><!-- <p> -->b', 'ab'],
    ['&lt;img src=x onerror=x()&gt; 1 < 2 & 3', '&lt;img src=x onerror=x()&gt; 1 &lt; 2 &amp; 3'],
    ['</p></ul><p>zavřeno předem</p>', '<p>zavřeno předem</p>'],
  ])('%s', (html, nodes) => {
    expect(shown(html)).toBe(nodes);
  });

  it('parses nothing: a page that enforces Trusted Types would forbid it', () => {
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
    plainNodes('<p>text</p>');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});
