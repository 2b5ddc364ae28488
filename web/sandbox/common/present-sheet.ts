import { afterPaint } from './after-paint.ts';
import { openFrame, type FrameOptions } from './frame.ts';
import { sheetTexts } from './sheet-texts.ts';

/** How long the content's script may take to arrive, in milliseconds. */
export const LOAD_DEADLINE = 20_000;

/** Draws the content into its place; the answer removes it. */
export type Draw = (place: HTMLElement) => () => void;

/** Rejects what has not settled by the deadline. */
async function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    late = setTimeout(() => {
      reject(new Error('The content of the sheet did not arrive in time'));
    }, LOAD_DEADLINE);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(late);
  }
}

/**
 * Opens a sheet in the calling task and draws its content after the next paint, or when it has been loaded. Returns a
 * function that closes the sheet. Where the content cannot be loaded, the sheet says so and the buyer can leave it.
 */
export function presentSheet(options: FrameOptions, load: () => Promise<Draw>): () => void {
  const frame = openFrame(options);
  let isOpen = true;
  let erase = (): void => undefined;
  const fill = async (): Promise<void> => {
    await afterPaint();
    const draw = isOpen ? await inTime(load()) : null;
    if (!isOpen || draw === null) return;
    erase = draw(frame.content);
    frame.focusContent();
  };
  fill().catch(() => {
    if (isOpen) frame.content.textContent = sheetTexts.notLoaded;
  });
  return () => {
    isOpen = false;
    erase();
    frame.close();
  };
}
