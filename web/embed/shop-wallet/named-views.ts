import type { Tree } from '../dom/tree.ts';

/** The same view with another name in its texts and attributes. */
export function renamed(tree: Tree, from: string, to: string): Tree {
  if (typeof tree === 'string') return tree.replaceAll(from, to);
  const [tag, attributes, ...children] = tree;
  return [
    tag,
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value.replaceAll(from, to)])),
    ...children.map((child) => renamed(child, from, to)),
  ];
}
