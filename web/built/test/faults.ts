import { answer } from '../../embed/test/api.ts';

/** The failure of one call. */
export type Fault = (signal: AbortSignal | null) => Promise<Response>;

const status = (code: number, retryAfter?: string): Fault => {
  const headers = { 'Content-Type': 'application/json', ...(retryAfter && { 'Retry-After': retryAfter }) };
  return () => Promise.resolve(new Response('{}', { status: code, headers }));
};
const graphQL = (message: string, code: string): Fault => {
  return () => Promise.resolve(answer({ data: null, errors: [{ message, extensions: { code } }] }));
};
const text = (body: string, type: string): Fault => {
  return () => Promise.resolve(new Response(body, { headers: { 'Content-Type': type } }));
};

/** Never answers. Rejects when the call is aborted. */
const unanswered: Fault = (signal) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

/** All faults, by name. */
export const FAULTS = {
  '401': status(401),
  '404': status(404),
  '429': status(429),
  '429, come again in 2 s': status(429, '2'),
  '429, come again in 30 s': status(429, '30'),
  '500': status(500),
  '503': status(503),
  'malformed JSON': text('{"data":{', 'application/json'),
  'a page of HTML': text('<h1>502</h1>', 'text/html'),
  'an answer of another shape': () => Promise.resolve(answer({ data: {} })),
  'a GraphQL error': graphQL('internal error', 'INTERNAL_SERVER_ERROR'),
  'a GraphQL refusal': graphQL('unknown field', 'BAD_USER_INPUT'),
  'an unknown country': graphQL(
    'could not coerce variable country: "XX" to type CountryCode',
    'BAD_USER_INPUT',
  ),
  'a lost network': () => Promise.reject(new TypeError('Failed to fetch')),
  'no answer': unanswered,
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;
