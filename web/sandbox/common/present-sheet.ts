import { afterPaint } from './after-paint.ts';
import { openFrame, type FrameOptions } from './frame.ts';
import { inTime } from './in-time.ts';
import { sheetTexts } from './sheet-texts.ts';

/** How long to wait for the content's script, in milliseconds. */
export const LOAD_DEADLINE = 20_000;

/** Renders the content into its container. Returns a function that removes it. */
export type Draw = (place: HTMLElement) => () => void;

/**
 * Opens a sheet in the calling task and renders its content after the next paint, or when it is loaded. Returns a function
 * that closes the sheet. If the content cannot be loaded, the sheet shows an error and the buyer can close it.
 */
export function presentSheet(options: FrameOptions, load: () => Promise<Draw>): () => void {
  const frame = openFrame(options);
  const closing = new AbortController();
  const { signal } = closing;
  let erase = (): void => undefined;
  const fill = async (): Promise<void> => {
    await afterPaint();
    signal.throwIfAborted();
    const draw = await inTime(load(), LOAD_DEADLINE, signal);
    signal.throwIfAborted();
    erase = draw(frame.content);
    frame.focusContent();
  };
  fill().catch(() => {
    if (!signal.aborted) frame.say(sheetTexts.notLoaded);
  });
  return () => {
    closing.abort();
    erase();
    frame.close();
  };
}
