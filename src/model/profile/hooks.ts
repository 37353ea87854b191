import type { Permission } from '../permission.js';
import type { Report } from '../result/report.js';

/** A request just before it is sent, with all its header fields. */
export interface RequestToSign {
  readonly method: string;
  /** Absolute URL, with the query. */
  readonly url: string;
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | undefined;
  /** Name of the caller, such as `full` or `limited`. */
  readonly caller: string;
}

/** Functions of a profile in the form of a module. */
export interface Hooks {
  /**
   * Returns credentials of callers, in the forms of `auth.credentials`; called once when the profile is loaded. They count
   * over those of the profile.
   */
  readonly login?: () => CredentialsByCaller | Promise<CredentialsByCaller>;
  /** Called before the first request; the run does not begin if it fails. */
  readonly beforeRun?: (run: { readonly baseUrl: string; readonly permit: Permission }) => unknown;
  /** Called with the report after the cleanup. */
  readonly afterRun?: (report: Report) => unknown;
  /**
   * Returns header fields to add to a request, such as its signature. Not called for requests without credentials. Reports
   * do not contain the values.
   */
  readonly signRequest?: (
    request: RequestToSign,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

/** Credentials by the names of callers, in the forms of `auth.credentials`. */
export type CredentialsByCaller = Readonly<Record<string, unknown>>;

/** The names of all hooks. */
export const hookNames = ['login', 'beforeRun', 'afterRun', 'signRequest'] as const satisfies readonly (keyof Hooks)[];
