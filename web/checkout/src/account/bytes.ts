/** Bytes as the server's JSON has them: base64url without padding. By hand, because Safari 16 to 18.3 cannot convert passkeys. */

/** Bytes that own their memory, as WebAuthn wants them. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** Reads bytes. Throws if the text is none. */
export function fromBase64Url(text: string): OwnBytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

export function toBase64Url(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
