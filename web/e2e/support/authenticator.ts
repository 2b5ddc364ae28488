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

/**
 * Chromium's virtual authenticator, which needs nobody's finger. It never signs unverified without a passkey's id: real ones may.
 */
export class Authenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  static async plugIn(page: Page): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
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

  /** Whether it verifies its user from now on. */
  async verifyUser(isUserVerified: boolean): Promise<void> {
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });
  }
}
