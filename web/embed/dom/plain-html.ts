/** The tags that a policy may contain. The content of other tags becomes text. */
const TAGS = new Set(['p', 'br', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u']);

/** Matches a part without visible text, a tag, or a piece of text. */
const TOKEN = /<!--[^]*?-->|<(script|style|template)\b[^]*?<\/\1\s*>|<(\/?)([a-z][a-z\d]*)\b[^>]*>|[^<]+|</gi;

const ENTITIES: Readonly<Partial<Record<string, string>>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: '\u00a0',
  quot: '"',
};

/**
 * Builds nodes from sanitised HTML, with a few plain tags and no attributes. The text never becomes markup of the page, so a
 * server that sanitises badly does no harm here. Does not use the browser's parser, because a page that enforces Trusted Types
 * forbids parsing strings, even into a separate document.
 */
export function plainNodes(html: string): Node[] {
  const root = document.createElement('div');
  let open: HTMLElement = root;
  const close = (tag: string): void => {
    open = open.closest(tag)?.parentElement ?? open;
  };
  for (const [token, silent, slash, name = ''] of html.matchAll(TOKEN)) {
    // The dialog's own heading is one of the second level.
    const tag = name.toLowerCase() === 'h2' ? 'h3' : name.toLowerCase();
    if (name === '') {
      if (silent === undefined && !token.startsWith('<!--')) open.append(decoded(token));
    } else if (!TAGS.has(tag)) continue;
    else if (slash === '/') close(tag);
    else {
      // Neither is ever within another of its kind.
      if (tag === 'p' || open.localName === tag) close(tag);
      const made = document.createElement(tag);
      open.append(made);
      if (tag !== 'br') open = made;
    }
  }
  return [...root.childNodes];
}

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi,
    (whole, decimal?: string, hex?: string, name = '') => {
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      return ENTITIES[String(name).toLowerCase()] ?? whole;
    },
  );
}
