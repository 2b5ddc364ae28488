/** Where a script of the sandbox's came from, whose server issues the tokens. `path` is its usual place. */
export function ownAddress(path: string): string {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript.src;
  const script = [...document.scripts].find(({ src }) => src.includes(path));
  return script?.src ?? new URL(path, location.href).href;
}
