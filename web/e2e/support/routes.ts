import type { Page, Route } from '@playwright/test';

/** Requests of one operation of the cart API. */
export const operation = (name: string): string => `**/api/unstable/graphql.json?operation_name=${name}`;

/** Answers a route once with something else; later requests go through. */
export async function once(
  page: Page,
  pattern: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(pattern, answer, { times: 1 });
}

/** Never answers a route. */
export async function hold(page: Page, pattern: string): Promise<void> {
  await page.route(pattern, () => new Promise(() => undefined));
}

/** Counts the requests of one operation from now on. */
export function counted(page: Page, name: string): { readonly count: () => number } {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes(`operation_name=${name}`)) count += 1;
  });
  return { count: () => count };
}
