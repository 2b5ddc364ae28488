import { describe, expect, it, vi } from 'vitest';
import { one, page } from '../../test/form.ts';
import { postNatively } from './native-post.ts';

describe('postNatively', () => {
  it('[B.01] posts where the button would have, past submit listeners and fields named submit, and changes nothing', () => {
    page(
      '<form action="/cart/add"><input name="submit"><button formaction="/checkout/buy-it-now">x</button></form>',
    );
    const form = one<HTMLFormElement>('form');
    const listener = vi.fn();
    form.addEventListener('submit', listener);
    const posted: unknown[] = [];
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
      posted.push([this.getAttribute('action'), this.getAttribute('method')]);
    });
    postNatively(form, one('button'));
    expect(posted).toEqual([['/checkout/buy-it-now', 'post']]);
    expect(listener).not.toHaveBeenCalled();
    expect([form.getAttribute('action'), form.getAttribute('method')]).toEqual(['/cart/add', null]);
  });
});
