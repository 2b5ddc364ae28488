// Links and anchors of Markdown files.
import { posix } from 'node:path';

const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*\s*$/;
const LINK = /!?\[(?:[^\]\\]|\\.)*\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;
const HTML_ID = /\b(?:id|name)="([^"]+)"/g;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The lines outside fenced code, with their numbers. */
function prose(text) {
  let fence = null;
  return text.split('\n').flatMap((line, at) => {
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark !== undefined && (fence === null || fence === mark)) {
      fence = fence === null ? mark : null;
      return [];
    }
    return fence === null ? [{ line, number: at + 1 }] : [];
  });
}

const withoutCode = (line) => line.replaceAll(/(`+).*?\1/g, (code) => ' '.repeat(code.length));

/** The anchor of a heading, as GitHub makes it. */
const slug = (heading) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** The anchors of a document. Repeated headings get a number. */
export function anchorsOf(text) {
  const seen = new Map();
  const anchors = new Set();
  for (const { line } of prose(text)) {
    for (const [, id] of withoutCode(line).matchAll(HTML_ID)) anchors.add(id);
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading === undefined) continue;
    const anchor = slug(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

/** The links of a document to files and anchors of the repository. */
export function linksOf(text) {
  return prose(text).flatMap(({ line, number }) =>
    [...withoutCode(line).matchAll(LINK)]
      .map(([, target]) => ({ target, number }))
      .filter(({ target }) => !HAS_SCHEME.test(target)),
  );
}

/**
 * The faults of the links in `documents` (path and text). `exists` returns whether the repository has a file or folder.
 * Anchors are checked only in Markdown files.
 */
export function faultsOf(documents, exists) {
  const texts = new Map(documents.map(({ path, text }) => [path, text]));
  const fault = (from, target) => {
    const [file, anchor] = target.split('#');
    const path = file === '' ? from : posix.join(posix.dirname(from), decodeURI(file));
    if (!exists(path)) return `${path} does not exist`;
    const text = texts.get(path);
    if (anchor === undefined || text === undefined || anchorsOf(text).has(decodeURI(anchor))) return null;
    return `${path} has no heading #${anchor}`;
  };
  return documents.flatMap(({ path, text }) =>
    linksOf(text).flatMap(({ target, number }) => {
      const wrong = fault(path, target);
      return wrong === null ? [] : [`${path}:${number}: the link ${target} leads nowhere: ${wrong}`];
    }),
  );
}
