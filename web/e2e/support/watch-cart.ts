import type { Page } from '@playwright/test';

/** Tracks the sheet's cart: the cart of the last API call. */
export function watchCart(page: Page): { readonly id: () => string } {
  let last = '';
  page.on('response', (response) => {
    if (!response.url().includes('/graphql.json')) return;
    response.text().then(
      (text) => {
        const id = /gid:\/\/shopify\/Cart\/[^"\\]+/.exec(text)?.[0];
        if (id !== undefined) last = id;
      },
      () => undefined,
    );
  });
  return {
    id: () => {
      if (last === '') throw new Error('no cart has been seen yet');
      return last;
    },
  };
}
