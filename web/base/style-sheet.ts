/** A constructable style sheet: allowed under every content security policy. */
export function styleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Adopts our styles into the page; a page whose server already sent them gets the same rules again. */
export function adoptPageStyles(css: string): void {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet(css)];
}
