import type { LoadProfileOptions } from '../../src/profile/load-options.js';

/** A real service that listens. */
export interface RunningService {
  readonly url: string;
  /** Variables for its profile that are known once it listens, such as a token that it issued. */
  readonly env?: Readonly<Record<string, string>>;
  /** Resolves when the service has ended. */
  close(): Promise<void>;
}

/** What a test may vary about a service. */
export interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * With nothing but the URL (and a token where the service needs one), with the profile that `assay init` drafts from that, or
 * with the profile of the service.
 */
export type Mode = 'url' | 'draft' | 'profile';

/** How a service is audited in one mode: the seed, and what the command line or the profile say. */
export interface AuditSettings extends Partial<Omit<LoadProfileOptions, 'cwd' | 'env' | 'baseUrl'>> {
  readonly seed: number;
}

/** A real service from published packages that the kit is tried on. */
export interface FieldService {
  readonly name: string;
  /** Starts it on a free port, with the same data each time. */
  readonly start: (options?: StartOptions) => Promise<RunningService>;
  /** Paths of lists that together show all items of the service, or of its items if it has no lists. */
  readonly lists: readonly string[];
  /** The parameter by which its lists have further pages: a number of items, or of a page. */
  readonly paging?: 'offset' | '$skip' | 'page';
  /** Whether it has no lists, so that each address of a write is read after the audit. */
  readonly hasNoLists?: boolean;
  /** Header fields that the lists are requested with. */
  readonly headers?: (env: RunningService['env']) => Readonly<Record<string, string>>;
  /** Files of profiles are relative to `test/field`. */
  readonly audits: Readonly<Partial<Record<Mode, AuditSettings>>>;
  /** Audited on request only, because its installation takes minutes. */
  readonly isLarge?: boolean;
  /** Why it cannot be started on this machine, and what to do about that. */
  readonly findObstacle?: () => string | undefined;
}
