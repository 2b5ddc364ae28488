/** A node of a prerendered view: a text, or a tag name, its attributes and its children. Built without HTML parsing. */
export type Tree =
  string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: Tree[]];

const SVG = 'http://www.w3.org/2000/svg';

/** Builds the node a tree describes. No Trusted Types sink, no inline style. */
export function buildNode(tree: Tree, inSvg = false): Node {
  if (typeof tree === 'string') return document.createTextNode(tree);
  const [tag, attributes, ...children] = tree;
  const svg = inSvg || tag === 'svg';
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map((child) => buildNode(child, svg)));
  return element;
}
