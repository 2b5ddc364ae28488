import type { Page } from '@playwright/test';

/** Remembers the cart that the sheet works on: the last one that the API was asked about. */
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
