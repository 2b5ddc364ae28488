import * as React from 'react';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { deliveryMethods } from '../src/form/delivery-methods.ts';
import { PlaceField } from '../src/views/PlaceField.tsx';
import { draw, type RenderedView, settle, type } from './render.tsx';
import { option } from './support.ts';

const point = (handle: string, title: string) =>
  option(handle, { code: 'z', type: 'PICKUP_POINT', title: `Zásilkovna – ${title}` });

const [method] = deliveryMethods([point('brno', 'Brno'), point('plzen', 'Plzeň')]);

let view: RenderedView | undefined;

afterEach(() => {
  view?.unmount();
  view = undefined;
});

async function show(): Promise<{ readonly onHandle: ReturnType<typeof vi.fn> }> {
  if (method === undefined) throw new Error('There is one method.');
  const onHandle = vi.fn();
  view = await draw(
    <Suspense>
      <PlaceField
        name="delivery"
        method={method}
        handle={null}
        error={undefined}
        disabled={false}
        onHandle={onHandle}
      />
    </Suspense>,
  );
  return { onHandle };
}

const control = (): HTMLElement | null => document.getElementById('delivery-place-z');

async function searching(): Promise<HTMLInputElement> {
  // However long the machine takes to load it.
  await import('../src/views/PlaceSearch.tsx');
  await settle(() => undefined);
  const field = control();
  if (!(field instanceof HTMLInputElement)) throw new Error('The search has loaded.');
  return field;
}

// In this order: the search loads once.
describe('the field of a pick-up place', () => {
  it('[3.10] keeps the focus when the search takes the place of the list', async () => {
    await show();
    const select = control();
    expect(select?.tagName).toBe('SELECT');
    select?.focus();
    const field = await searching();
    expect(document.activeElement).toBe(field);
  });

  it('[3.10] takes no focus that is elsewhere', async () => {
    await show();
    await searching();
    expect(document.activeElement).toBe(document.body);
  });

  it('[3.10] Enter takes the only place that is found, and none of several', async () => {
    const { onHandle } = await show();
    const field = await searching();
    const enter = async (query: string): Promise<void> => {
      await settle(() => {
        type(field, query);
      });
      await settle(() => {
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      });
    };
    await enter('n');
    expect(onHandle).not.toHaveBeenCalled();
    await enter('brno');
    expect(onHandle).toHaveBeenCalledExactlyOnceWith('brno');
  });

  it('[3.10] its list is no stop of the Tab key', async () => {
    await show();
    await searching();
    expect(document.querySelector('[role="listbox"]')?.getAttribute('tabindex')).toBe('-1');
  });
});

describe('the list that stays where the search cannot be loaded', () => {
  it('[3.10] keeps the focus', async () => {
    vi.resetModules();
    let lose: (reason: Error) => void = () => undefined;
    const loading = new Promise<never>((_, reject) => {
      lose = reject;
    });
    vi.doMock('../src/views/PlaceSearch.tsx', () => loading);
    // With the same React as the page.
    vi.doMock('react', () => React);
    const { PlaceField: Field } = await import('../src/views/PlaceField.tsx');
    if (method === undefined) throw new Error('There is one method.');
    view = await draw(
      <Field
        name="delivery"
        method={method}
        handle={null}
        error={undefined}
        disabled={false}
        onHandle={() => undefined}
      />,
    );
    const first = control();
    first?.focus();
    lose(new Error('The network is gone.'));
    await eventually(() => {
      expect(control()).not.toBe(first);
    });
    expect(control()?.tagName).toBe('SELECT');
    expect(document.activeElement).toBe(control());
  });
});
