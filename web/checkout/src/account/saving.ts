import type { AccountClient } from './client.ts';

/** Tells the server, one change after the other, whether address and card are to be kept. The order waits for the last. */
export class Saving {
  readonly #client: Pick<AccountClient, 'save'>;
  readonly #controller = new AbortController();
  #last: Promise<boolean> = Promise.resolve(true);

  constructor(client: Pick<AccountClient, 'save'>) {
    this.#client = client;
  }

  /** Resolves to whether the server knows. */
  want(isWanted: boolean): Promise<boolean> {
    this.#last = this.#last.then(() =>
      this.#client.save(isWanted, this.#controller.signal).then(
        () => true,
        () => false,
      ),
    );
    return this.#last;
  }

  async settled(): Promise<void> {
    await this.#last;
  }

  dispose(): void {
    this.#controller.abort();
  }
}
