/**
 * Runs inline, before any other script of a page. A browser refuses a script or a style whose content has another hash than the
 * page names, and tells nobody. This script then asks for each named file again and tells the server which of them have changed.
 */

const REPORTS = '/reports';

/** The files whose hashes the page names, by URL. */
function namedFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const element of document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('[integrity]'))
    files.set('src' in element ? element.src : element.href, element.getAttribute('integrity') ?? '');
  const map = document.querySelector('script[type=importmap]')?.textContent ?? '{}';
  const { integrity = {} } = JSON.parse(map) as { readonly integrity?: Readonly<Record<string, string>> };
  for (const [path, hash] of Object.entries(integrity)) files.set(new URL(path, location.href).href, hash);
  return files;
}

/** Whether the server's answer has another hash. A file that cannot be fetched is not called changed. */
async function hasChanged(url: string, hash: string): Promise<boolean> {
  const answer = await fetch(url);
  if (!answer.ok) return false;
  const digest = await crypto.subtle.digest('SHA-384', await answer.arrayBuffer());
  return hash !== `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

async function reportChanges(): Promise<void> {
  const reports: object[] = [];
  for (const [url, hash] of namedFiles())
    if (await hasChanged(url, hash).catch(() => false))
      reports.push({ type: 'changed-content', body: { blockedURL: url } });
  if (reports.length === 0) return;
  const body = new Blob([JSON.stringify(reports)], { type: 'application/reports+json' });
  navigator.sendBeacon(REPORTS, body);
}

let checked = false;

/** Checks once per page, after an element with a hash could not be loaded. */
function onError({ target }: Event): void {
  if (checked || !(target instanceof Element) || !target.hasAttribute('integrity')) return;
  checked = true;
  void reportChanges();
}

// Errors of elements do not bubble.
addEventListener('error', onError, true);
