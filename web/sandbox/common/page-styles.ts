/** The page's styles, in addition to those of emulated sheets. */
export const pageStyles = `
body { margin: 0; background: #fff; color: #1f1f1f; font: 1rem/1.45 system-ui, sans-serif; }
main { display: grid; gap: 1rem; max-width: 30rem; margin: 0 auto; padding: 1.25rem; }
`;
