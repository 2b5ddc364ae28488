import { beforeEach, expect, it, vi } from 'vitest';
import { LOGO_DEADLINE_MS } from '../constants.ts';
import { loadLogo } from './logos.ts';

/** What the next request is answered with; null if it fails. */
let answer: Document | null = null;
const requests: FakeRequest[] = [];

class FakeRequest {
  readonly headers = new Map<string, string>();
  url = '';
  method = '';
  responseType = '';
  timeout = 0;
  onloadend: (() => void) | null = null;

  constructor() {
    requests.push(this);
  }

  get responseXML(): Document | null {
    return answer;
  }

  open(method: string, url: URL): void {
    this.method = method;
    this.url = url.pathname;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  send(): void {
    this.onloadend?.();
  }
}

const parsed = (text: string, type: DOMParserSupportedType = 'image/svg+xml'): Document =>
  new DOMParser().parseFromString(text, type);

const svg = (content: string): Document =>
  parsed(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${content}</svg>`);

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

it('[7.14] is fetched as an SVG document, with a deadline', async () => {
  answer = svg('<path fill="#4285f4" d="M0 0h1"/>');
  await expect(loadLogo('/assets/one.svg')).resolves.toEqual([['path', { d: 'M0 0h1', fill: '#4285f4' }]]);
  const [request] = requests;
  expect(request).toMatchObject({
    method: 'GET',
    url: '/assets/one.svg',
    responseType: 'document',
    timeout: LOGO_DEADLINE_MS,
  });
  expect(request?.headers.get('Accept')).toBe('image/svg+xml');
});

it('[7.14] keeps known shapes and attributes, and nothing else', async () => {
  answer = svg(
    '<script>alert(1)</script><image href="https://else.example/x.png"/><style>path{fill:red}</style>' +
      '<path d="M0 0h1" onclick="alert(1)" style="fill:red" class="x" fill="url(https://else.example/#a)"/>' +
      '<g><path d="M2 2"/></g>',
  );
  await expect(loadLogo('/assets/two.svg')).resolves.toEqual([
    ['path', { d: 'M0 0h1', fill: 'currentColor' }],
  ]);
});

it.each([
  ['no answer', () => null],
  ['a page', () => parsed('<p>Nic<svg><path d="M0 0"/></svg></p>', 'text/html')],
  ['a picture without shapes', () => svg('<text>Logo</text>')],
])('[7.14] %s is no logo', async (_name, answered) => {
  answer = answered();
  await expect(loadLogo('/assets/three.svg')).rejects.toThrow('No logo');
});
