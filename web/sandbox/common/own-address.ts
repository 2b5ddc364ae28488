/** The URL of the running sandbox script; the server that issues tokens is the same. `path` is the script's usual path. */
export function ownAddress(path: string): string {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript.src;
  const script = [...document.scripts].find(({ src }) => src.includes(path));
  return script?.src ?? new URL(path, location.href).href;
}
