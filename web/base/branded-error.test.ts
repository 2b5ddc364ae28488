import { expect, it, vi } from 'vitest';
import { errorKind } from './branded-error.ts';

interface Details {
  readonly status: number;
}

it('knows its own errors, with what explains them', () => {
  const kind = errorKind<'TestError', Details>('TestError');
  const error = kind.create('No answer', { status: 503 });
  expect(error).toMatchObject({ name: 'TestError', message: 'No answer', status: 503 });
  expect(error).toBeInstanceOf(Error);
  expect(kind.is(error)).toBe(true);
});

it('knows an error that another copy of this module made', async () => {
  vi.resetModules();
  const copy = await import('./branded-error.ts');
  expect(copy.errorKind).not.toBe(errorKind);
  const error = copy.errorKind<'TestError', Details>('TestError').create('', { status: 429 });
  expect(errorKind<'TestError', Details>('TestError').is(error)).toBe(true);
});

it('takes nothing else for one of its own', () => {
  const kind = errorKind<'TestError', object>('TestError');
  const other = errorKind<'OtherError', object>('OtherError').create('', {});
  const lookalike = Object.assign(new Error(''), { name: 'TestError', brand: 'Other' });
  for (const thing of [
    other,
    lookalike,
    { name: 'TestError' },
    new Error('TestError'),
    null,
    undefined,
    'TestError',
  ])
    expect(kind.is(thing)).toBe(false);
});
