import type { Page, Route } from '@playwright/test';

/** Matches requests of one operation of the cart API. */
export const operation = (name: string): string => `**/api/unstable/graphql.json?operation_name=${name}`;

/** Replaces the answer of a route once. Later requests go through. */
export async function once(
  page: Page,
  pattern: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(pattern, answer, { times: 1 });
}

/** Leaves all requests of a route unanswered. */
export async function hold(page: Page, pattern: string): Promise<void> {
  await page.route(pattern, () => new Promise(() => undefined));
}

/** Holds the requests of a route back until the function that this resolves to is called. */
export async function held(page: Page, pattern: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Counts the requests of one operation from now on. */
export function counted(page: Page, name: string): { readonly count: () => number } {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes(`operation_name=${name}`)) count += 1;
  });
  return { count: () => count };
}
