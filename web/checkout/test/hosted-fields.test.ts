import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HostedFields } from '../src/card/hosted-fields.ts';

const never = new AbortController().signal;

let frame: HTMLIFrameElement;
let fields: HostedFields;
let heights: number[];
let ready: number;

beforeEach(() => {
  vi.useFakeTimers();
  frame = document.createElement('iframe');
  document.body.append(frame);
  heights = [];
  ready = 0;
  fields = new HostedFields(window, frame, {
    onReady: () => {
      ready += 1;
    },
    onHeight: (height) => heights.push(height),
  });
});

afterEach(() => {
  fields.dispose();
  frame.remove();
  vi.useRealTimers();
});

function say(data: unknown, source: MessageEventSource | null = frame.contentWindow): void {
  window.dispatchEvent(new MessageEvent('message', { data, source }));
}

describe('the card fields', () => {
  it('ask the frame for a session and take its answer', async () => {
    const posted: unknown[] = [];
    const inner = frame.contentWindow;
    if (inner === null) throw new Error('no window');
    vi.spyOn(inner, 'postMessage').mockImplementation((message: unknown) => {
      posted.push(message);
    });
    const result = fields.tokenise(never);
    expect(posted).toEqual([{ type: 'zkratka:submit' }]);
    say({ type: 'zkratka:session', session: 's-1', network: 'visa', lastFour: '1111' });
    await expect(result).resolves.toEqual({ kind: 'session', session: 's-1' });
  });

  it('pass on what is invalid and what failed', async () => {
    const invalid = fields.tokenise(never);
    say({ type: 'zkratka:invalid', fields: ['number', 'cvc'] });
    await expect(invalid).resolves.toEqual({ kind: 'invalid', fields: ['number', 'cvc'] });
    const failed = fields.tokenise(never);
    say({ type: 'zkratka:error', message: 'Brána neodpovídá.' });
    await expect(failed).resolves.toEqual({ kind: 'error', message: 'Brána neodpovídá.' });
  });

  it('believe no other window', async () => {
    const result = fields.tokenise(never);
    say({ type: 'zkratka:session', session: 'evil', network: 'visa', lastFour: '1' }, window);
    say({ type: 'zkratka:session', session: 'evil', network: 'visa', lastFour: '1' }, null);
    say({ type: 'zkratka:session', session: 's-1', network: 'visa', lastFour: '1111' });
    await expect(result).resolves.toEqual({ kind: 'session', session: 's-1' });
  });

  it('ignore what is no message of theirs', async () => {
    const result = fields.tokenise(never);
    for (const data of [null, 'text', { type: 'other' }, { type: 'zkratka:session' }]) say(data);
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(result).resolves.toEqual({ kind: 'error', message: null });
  });

  it('take a height within bounds', () => {
    say({ type: 'zkratka:ready' });
    for (const height of [400.4, 5, 90_000]) say({ type: 'zkratka:height', height });
    expect(ready).toBe(1);
    expect(heights).toEqual([400, 120, 1_200]);
  });

  it('stop on an abort, and listen no more when they are gone', async () => {
    const controller = new AbortController();
    const aborted = expect(fields.tokenise(controller.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
    controller.abort();
    await aborted;
    const left = fields.tokenise(never);
    fields.dispose();
    await expect(left).resolves.toEqual({ kind: 'error', message: null });
    say({ type: 'zkratka:height', height: 300 });
    expect(heights).toEqual([]);
  });
});
