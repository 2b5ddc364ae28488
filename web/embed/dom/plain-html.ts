/** Tags that a policy may consist of; whatever stands in others stays as text. */
const TAGS = new Set(['P', 'BR', 'H2', 'H3', 'UL', 'OL', 'LI', 'STRONG', 'B', 'EM', 'I', 'U']);

/**
 * Nodes of sanitised HTML: built anew out of a few plain tags, without attributes. Nothing of the text is ever markup of the
 * page, so that a server that sanitises badly does no harm here.
 */
export function plainNodes(html: string): Node[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return [...parsed.body.childNodes].flatMap(copied);
}

function copied(node: Node): Node[] {
  if (node instanceof Text) return [document.createTextNode(node.data)];
  if (!(node instanceof HTMLElement) || /^(SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName)) return [];
  const children = [...node.childNodes].flatMap(copied);
  if (!TAGS.has(node.tagName)) return children;
  // The dialog's own heading is one of the second level.
  const copy = document.createElement(node.tagName === 'H2' ? 'h3' : node.tagName);
  copy.append(...children);
  return [copy];
}
