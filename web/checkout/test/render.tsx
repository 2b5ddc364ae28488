import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';

/** Draws into the page of the test; `unmount` takes it away again. */
export interface RenderedView {
  readonly container: HTMLElement;
  readonly unmount: () => void;
}

export async function draw(node: ReactNode): Promise<RenderedView> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Not in jsdom; where the page scrolls to is for a real browser to show.
  Element.prototype.scrollIntoView = (): void => undefined;
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  // eslint-disable-next-line @typescript-eslint/require-await -- an asynchronous act also waits for effects' promises
  await act(async () => {
    root.render(node);
  });
  return {
    container,
    unmount: (): void => {
      act(() => {
        root.unmount();
      });
      container.remove();
    },
  };
}

/** Lets everything that was set off run to its end. */
export async function settle(work: () => void): Promise<void> {
  await act(async () => {
    work();
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
}

/** Types into a field as a browser does. */
export function type(field: HTMLInputElement, text: string): void {
  // Past React's own property on the element, which would take the change for its own.
  Reflect.set(HTMLInputElement.prototype, 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
