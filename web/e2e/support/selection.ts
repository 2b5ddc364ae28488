/** Marks tests that run only before a release, with EVERY_TEST in the environment. */
export const RELEASE = '@release';
/** Marks tests that also run on phones. With EVERY_VIEWPORT in the environment all tests do. */
export const PHONE = '@phone';

/** Where and when a test runs; by default on the desktop, every time. */
export interface Selection {
  /** Only before a release: another test that always runs proves the same. */
  readonly release?: boolean;
  /** On phones, too, because the result depends on the page's width or on touch. */
  readonly phone?: boolean;
}

/** The details of a test by which the projects select it. */
export const runs = ({ release = false, phone = false }: Selection): { readonly tag: string[] } => ({
  tag: [...(release ? [RELEASE] : []), ...(phone ? [PHONE] : [])],
});

export const everyTest = process.env['EVERY_TEST'] !== undefined;
export const everyViewport = process.env['EVERY_VIEWPORT'] !== undefined;
