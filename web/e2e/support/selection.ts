/** Marks tests that run before a release: EVERY_TEST in the environment has them run. */
export const RELEASE = '@release';
/** Marks tests that run on phones, too: EVERY_VIEWPORT in the environment has all of them run there. */
export const PHONE = '@phone';

/** Where and when a test runs; on the desktop, every time, if not given. */
export interface Selection {
  /** Only before a release: another test that always runs proves the same. */
  readonly release?: boolean;
  /** On phones, too: what it proves depends on the width of the page, or on touch. */
  readonly phone?: boolean;
}

/** The details of a test by which the projects select it. */
export const runs = ({ release = false, phone = false }: Selection): { readonly tag: string[] } => ({
  tag: [...(release ? [RELEASE] : []), ...(phone ? [PHONE] : [])],
});

export const everyTest = process.env['EVERY_TEST'] !== undefined;
export const everyViewport = process.env['EVERY_VIEWPORT'] !== undefined;
