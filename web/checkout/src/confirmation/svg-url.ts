/** An SVG drawing as an image's address: as an image it cannot run anything, unlike inside the page. */
export function svgDataUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
