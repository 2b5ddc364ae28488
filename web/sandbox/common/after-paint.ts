/** How long to wait for a paint. A page in the background does not paint. */
const PAINT_DEADLINE_MS = 200;

/** Resolves in a task after the next paint. */
export async function afterPaint(): Promise<void> {
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, PAINT_DEADLINE_MS);
    requestAnimationFrame(() => {
      clearTimeout(late);
      // Frame callbacks run before the paint; a timer set there fires after it.
      setTimeout(resolve);
    });
  });
}
