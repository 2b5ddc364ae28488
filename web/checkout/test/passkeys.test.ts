import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromBase64Url, toBase64Url } from '../src/account/bytes.ts';
import { create, isOfferedInFields, isPasskeyFailure, isSupported, signIn } from '../src/account/passkeys.ts';

/** A browser's classes, which the test environment lacks. */
class Credential {
  static readonly isConditionalMediationAvailable = (): Promise<boolean> => Promise.resolve(true);
  static readonly signalUnknownCredential = vi.fn(() => Promise.resolve());
  static readonly signalAllAcceptedCredentials = vi.fn(() => Promise.resolve());
  constructor(
    readonly rawId: ArrayBuffer,
    readonly response: unknown,
  ) {}
}
class Assertion {
  readonly clientDataJSON = bytes(1);
  readonly authenticatorData = bytes(2);
  readonly signature = bytes(3);
  constructor(readonly userHandle: ArrayBuffer | null = bytes(4)) {}
}
class Attestation {
  readonly clientDataJSON = bytes(1);
  getAuthenticatorData(): ArrayBuffer {
    return bytes(2);
  }
  getPublicKey(): ArrayBuffer | null {
    return bytes(5);
  }
  getPublicKeyAlgorithm(): number {
    return -7;
  }
  getTransports(): string[] {
    return ['internal'];
  }
}

const bytes = (first: number): ArrayBuffer => Uint8Array.of(first, 0xfb, 0xff).buffer;

const REQUEST = { challenge: 'AAECAw', rpId: 'localhost', timeout: 300_000, allowCredentials: [] };
const CREATION = {
  challenge: 'AAECAw',
  rp: { id: 'localhost', name: 'Sojka' },
  user: { id: 'BAUG', name: 'jana@example.com', displayName: 'jana@example.com' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [{ type: 'public-key', id: 'BwgJ', transports: ['usb'] }],
};

type Init = RequestInit & { readonly body: string };
const server = vi.fn<(path: string, init: Init) => Promise<Response>>();
const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();
const make = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>();

const answers = (body: unknown, status = 200): Promise<Response> =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));
const bodyOf = (call: number): unknown => JSON.parse(server.mock.calls[call]?.[1].body ?? 'null');
const live = (): AbortSignal => new AbortController().signal;
const faultOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await work.catch((reason: unknown) => reason);
  return isPasskeyFailure(error) ? error.fault : error;
};

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', Credential);
  vi.stubGlobal('AuthenticatorAssertionResponse', Assertion);
  vi.stubGlobal('AuthenticatorAttestationResponse', Attestation);
  vi.stubGlobal('fetch', server);
  Object.defineProperty(navigator, 'credentials', { value: { get, create: make }, configurable: true });
  get.mockImplementation(() => Promise.resolve(new Credential(bytes(9), new Assertion())));
  make.mockImplementation(() => Promise.resolve(new Credential(bytes(9), new Attestation())));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'credentials');
});

it('[B.02] bytes survive their way into JSON and back, in the URL form without padding', () => {
  for (const length of [0, 1, 2, 3, 32, 1023]) {
    const original = Uint8Array.from({ length }, (_, at) => (at * 37 + 251) % 256);
    const text = toBase64Url(original.buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect(fromBase64Url(text)).toEqual(original);
  }
  expect(toBase64Url(Uint8Array.of(0xfb, 0xff).buffer)).toBe('-_8');
  expect(() => fromBase64Url('a?')).toThrow();
});

describe('signing in', () => {
  it('[B.02] signs the challenge by whichever passkey the buyer picks, and sends its parts', async () => {
    server.mockImplementationOnce(() => answers(REQUEST)).mockImplementationOnce(() => answers({}));
    await signIn({ signal: live(), conditional: false });
    const { publicKey, mediation } = get.mock.calls[0]?.[0] ?? {};
    expect(mediation).toBeUndefined();
    expect(publicKey).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'preferred',
    });
    expect(publicKey?.challenge).toEqual(Uint8Array.of(0, 1, 2, 3));
    expect(bodyOf(0)).toEqual({ for: 'sign-in' });
    expect(server.mock.calls[1]?.[0]).toBe('/account/passkey/sign-in');
    expect(bodyOf(1)).toEqual({
      id: 'Cfv_',
      clientDataJSON: 'Afv_',
      authenticatorData: 'Avv_',
      signature: 'A_v_',
      userHandle: 'BPv_',
    });
  });

  it('[B.02] in a field it waits, and asks for a new challenge before the first is over', async () => {
    vi.useFakeTimers();
    server.mockImplementation((path) => answers(path.endsWith('options') ? REQUEST : {}));
    get.mockImplementationOnce(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            reject(new DOMException('', 'AbortError'));
          });
        }),
    );
    const signedIn = signIn({ signal: live(), conditional: true });
    await vi.advanceTimersByTimeAsync(269_999);
    expect(get).toHaveBeenCalledTimes(1);
    expect(get.mock.calls[0]?.[0].mediation).toBe('conditional');
    await vi.advanceTimersByTimeAsync(1);
    await signedIn;
    expect(get).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['NotAllowedError', 'unused'],
    ['SecurityError', 'unsupported'],
    ['NotSupportedError', 'unsupported'],
  ])('[B.02] %s of the browser is "%s", and nothing is sent', async (name, fault) => {
    server.mockImplementationOnce(() => answers(REQUEST));
    get.mockRejectedValueOnce(new DOMException('', name));
    expect(await faultOf(signIn({ signal: live(), conditional: false }))).toBe(fault);
    expect(server).toHaveBeenCalledTimes(1);
  });

  it('[B.02] a caller that has gone hears its own reason, and the browser stops asking', async () => {
    server.mockImplementation(() => answers(REQUEST));
    const leaving = new AbortController();
    get.mockImplementationOnce(({ signal }) => {
      leaving.abort(new Error('gone'));
      expect(signal?.aborted).toBe(true);
      return Promise.reject(new DOMException('', 'AbortError'));
    });
    await expect(signIn({ signal: leaving.signal, conditional: true })).rejects.toThrow('gone');
    expect(server).toHaveBeenCalledTimes(1);
  });

  it('[B.02] a passkey that the shop no longer has is signalled to the authenticator; another refusal is not', async () => {
    const refused = (more: object) => answers({ error: { code: 'PASSKEY_REFUSED', ...more } }, 403);
    for (const [more, times] of [
      [{}, 0],
      [{ isUnknown: true }, 1],
    ] as const) {
      server.mockImplementationOnce(() => answers(REQUEST)).mockImplementationOnce(() => refused(more));
      expect(await faultOf(signIn({ signal: live(), conditional: false }))).toBe('PASSKEY_REFUSED');
      expect(Credential.signalUnknownCredential).toHaveBeenCalledTimes(times);
    }
    expect(Credential.signalUnknownCredential).toHaveBeenCalledWith({
      rpId: 'localhost',
      credentialId: 'Cfv_',
    });
  });

  it('[B.02] the wait, a broken answer and a lost network are told apart', async () => {
    server.mockImplementationOnce(() => answers({ error: { code: 'TOO_MANY', retryAfter: 7 } }, 429));
    await expect(signIn({ signal: live(), conditional: false })).rejects.toMatchObject({
      fault: 'TOO_MANY',
      retryAfter: 7,
    });
    server.mockImplementationOnce(() => answers({ ...REQUEST, challenge: 'a?' }));
    expect(await faultOf(signIn({ signal: live(), conditional: false }))).toBe('server');
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await faultOf(signIn({ signal: live(), conditional: false }))).toBe('network');
    server.mockImplementationOnce(() => Promise.resolve(new Response('<html>', { status: 502 })));
    expect(await faultOf(signIn({ signal: live(), conditional: false }))).toBe('server');
    expect(get).not.toHaveBeenCalled();
  });
});

describe('creating', () => {
  it('[B.02] creates a discoverable passkey, names those that exist, and signals all of them', async () => {
    server
      .mockImplementationOnce(() => answers(CREATION))
      .mockImplementationOnce(() => answers({ id: 'Cfv_', label: 'Chrome, Linux' }, 201));
    const created = await create({ signal: live() });
    expect(created).toEqual({ id: 'Cfv_', label: 'Chrome, Linux' });
    const { publicKey } = make.mock.calls[0]?.[0] ?? {};
    expect(publicKey).toMatchObject({
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(7, 8, 9) }],
      user: { id: Uint8Array.of(4, 5, 6), name: 'jana@example.com' },
    });
    expect(bodyOf(1)).toEqual({
      id: 'Cfv_',
      clientDataJSON: 'Afv_',
      authenticatorData: 'Avv_',
      publicKey: 'Bfv_',
      algorithm: -7,
      transports: ['internal'],
    });
    expect(Credential.signalAllAcceptedCredentials).toHaveBeenCalledWith({
      rpId: 'localhost',
      userId: 'BAUG',
      allAcceptedCredentialIds: ['BwgJ', 'Cfv_'],
    });
  });

  it('[B.02] an authenticator that has one already is told apart from a buyer who does not want one', async () => {
    for (const [name, fault] of [
      ['InvalidStateError', 'known'],
      ['NotAllowedError', 'unused'],
    ] as const) {
      server.mockImplementationOnce(() => answers(CREATION));
      make.mockRejectedValueOnce(new DOMException('', name));
      expect(await faultOf(create({ signal: live() }))).toBe(fault);
    }
  });

  it('[B.02] a key that the browser cannot hand out is not sent', async () => {
    server.mockImplementationOnce(() => answers(CREATION));
    vi.spyOn(Attestation.prototype, 'getPublicKey').mockReturnValueOnce(null);
    expect(await faultOf(create({ signal: live() }))).toBe('unsupported');
    expect(server).toHaveBeenCalledTimes(1);
  });
});

it('[B.02] browsers without passkeys, or without the keys, are not asked', async () => {
  expect(isSupported()).toBe(true);
  expect(await isOfferedInFields()).toBe(true);
  vi.stubGlobal('AuthenticatorAttestationResponse', Object);
  expect(isSupported()).toBe(false);
  expect(await isOfferedInFields()).toBe(false);
  expect(await faultOf(signIn({ signal: live(), conditional: false }))).toBe('unsupported');
  expect(await faultOf(create({ signal: live() }))).toBe('unsupported');
  expect(server).not.toHaveBeenCalled();
});
