import type { RunLedger } from '../../ledger/open-ledger.js';
import type { LedgerScope } from '../../ledger/scope.js';

/** The cases of one trial that are under way, and the removals of their items. */
export class OpenCases {
  readonly #scopes = new Set<LedgerScope>();
  readonly #removals = new Set<Promise<void>>();
  #mostScopes = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(private readonly runLedger: Pick<RunLedger, 'openScope'>) {}

  /** Runs a case with a scope of its own. */
  async within<T>(go: (scope: LedgerScope) => Promise<T>): Promise<T> {
    const scope = this.runLedger.openScope();
    this.#scopes.add(scope);
    this.#mostScopes = Math.max(this.#mostScopes, this.#scopes.size);
    try {
      return await go(scope);
    } finally {
      this.#scopes.delete(scope);
    }
  }

  /** Forgets the cases under way, which were aborted; returns their scopes. */
  takeAborted(): LedgerScope[] {
    const aborted = [...this.#scopes];
    this.#scopes.clear();
    return aborted;
  }

  /** Lets the removal of items go on while the next case runs. Waits where there would be more removals than there were cases at once. */
  async removeBehind(removal: Promise<void>): Promise<void> {
    const watched = removal.catch((error: unknown) => {
      this.#failure ??= { error };
    });
    this.#removals.add(watched);
    void watched.then(() => this.#removals.delete(watched));
    if (this.#removals.size > this.#mostScopes) await watched;
  }

  /** Waits for these removals. Rejects with the first error of one. */
  async awaitRemovals(): Promise<void> {
    await Promise.all(this.#removals);
    if (this.#failure) throw this.#failure.error;
  }
}
