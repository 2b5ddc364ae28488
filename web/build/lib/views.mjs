import { strict as assert } from 'node:assert';
import { fileURLToPath } from 'node:url';
import { parseFragment } from 'parse5';
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { runnerImport } from 'vite';

/** @typedef {import('../../embed/dom/tree.ts').Tree} Tree */

/** @param {string} path relative to web/embed */
export const embedPath = (path) => fileURLToPath(new URL(`../../embed/${path}`, import.meta.url));

/**
 * Renders a view. Throws unless React's static and its hydratable markup are equal: the entry builds views without React's
 * separator comments, and React could not hydrate markup that needs them.
 * @param {string} name
 * @param {import('react').ReactElement} view
 */
export function renderView(name, view) {
  const hydratable = renderToString(view);
  const plain = renderToStaticMarkup(view);
  assert.equal(
    hydratable,
    plain,
    `View "${name}" renders differently with and without hydration marks: use one template literal per text.`,
  );
  return plain;
}

/** @typedef {import('parse5').DefaultTreeAdapterTypes.ChildNode} ChildNode */

/**
 * @param {ChildNode} node
 * @returns {Tree}
 */
function treeOf(node) {
  if ('value' in node) return node.value;
  assert('tagName' in node, `A view consists of elements and texts, not ${node.nodeName}.`);
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [node.tagName, attributes, ...node.childNodes.map(treeOf)];
}

/**
 * The compact tree of a view's markup, from which chunks build nodes without parsing HTML.
 * @param {string} html
 */
export function viewTree(html) {
  const [view, ...others] = parseFragment(html).childNodes;
  assert(view !== undefined && others.length === 0, 'A view is exactly one element.');
  return treeOf(view);
}

/**
 * Runs a module of the embed in this process.
 * @template T
 * @param {string} path relative to web/embed
 * @returns {Promise<T>}
 */
export async function runEmbedModule(path) {
  const { module } = await runnerImport(embedPath(path), { configFile: false, logLevel: 'error' });
  return /** @type {T} */ (module);
}

/** Every view, rendered. */
export async function renderViews() {
  /** @type {typeof import('../../embed/ui/views.tsx')} */
  const { snippetViews, treeViews } = await runEmbedModule('ui/views.tsx');
  /** @param {Record<string, import('react').ReactElement>} views */
  const render = (views) =>
    Object.fromEntries(
      Object.entries(views).map(([name, view]) => [
        name,
        renderView(name, createElement(Fragment, null, view)),
      ]),
    );
  /** @param {Record<string, import('react').ReactElement>} views */
  const trees = (views) =>
    Object.fromEntries(Object.entries(render(views)).map(([name, html]) => [name, viewTree(html)]));
  return {
    /** @type {Record<string, string>} */
    snippet: render(snippetViews),
    /** @type {Record<string, Record<string, Tree>>} by group, the export of a virtual module, and by view */
    trees: Object.fromEntries(Object.entries(treeViews).map(([group, views]) => [group, trees(views)])),
  };
}
