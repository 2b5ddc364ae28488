import type { CDPSession, Page } from '@playwright/test';

/** A credential of Chromium's virtual authenticator. */
export interface KeptCredential {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  readonly rpId?: string;
  readonly privateKey: string;
  readonly userHandle?: string;
  readonly signCount: number;
}

/** Chromium's virtual authenticator, which needs nobody's finger. */
export class Authenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  /** Plugs one in: the device itself, or a key without a finger's or a PIN's check. */
  static async plugIn(page: Page, kind: 'device' | 'key' = 'device'): Promise<Authenticator> {
    const verifiesUser = kind === 'device';
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: verifiesUser ? 'internal' : 'usb',
        hasResidentKey: true,
        hasUserVerification: verifiesUser,
        isUserVerified: verifiesUser,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(session, authenticatorId);
  }

  async credentials(): Promise<KeptCredential[]> {
    const kept = await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    return kept.credentials;
  }

  async add(credential: KeptCredential): Promise<void> {
    await this.session.send('WebAuthn.addCredential', { authenticatorId: this.id, credential });
  }

  async clear(): Promise<void> {
    await this.session.send('WebAuthn.clearCredentials', { authenticatorId: this.id });
  }

  async unplug(): Promise<void> {
    await this.session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.id });
  }
}
