import { createServer, request } from 'node:http';

/** @typedef {{ type: string, body: Buffer }} File `body` is compressed with brotli */
/** @typedef {(html: string, url: URL) => string} Rewrite */

/**
 * Forwards requests to the upstream, rewrites its pages and serves additional files. A rewritten page loses its content
 * security policy and its preloads, because both name the upstream's own scripts.
 * @param {{ upstream: () => string, files: ReadonlyMap<string, File>, rewrite: Rewrite }} options
 */
export async function openProxy({ upstream, files, rewrite }) {
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const file = files.get(url.pathname);
    if (file !== undefined) {
      outgoing.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br' }).end(file.body);
      return;
    }
    const isRewritten = url.searchParams.has('bench');
    const { 'accept-encoding': encodings, ...rest } = incoming.headers;
    const headers = isRewritten ? rest : { ...rest, 'accept-encoding': encodings ?? '' };
    const asked = request(`${upstream()}${incoming.url}`, { method: incoming.method ?? 'GET', headers });
    asked.on('response', (answer) => {
      if (!isRewritten) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      /** @type {Buffer[]} */
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'text/html; charset=utf-8' });
        outgoing.end(rewrite(Buffer.concat(parts).toString(), url));
      });
    });
    asked.on('error', () => {
      outgoing.writeHead(502).end();
    });
    incoming.pipe(asked);
  });
  await new Promise((listening) => {
    server.listen(0, '127.0.0.1', () => {
      listening(undefined);
    });
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
