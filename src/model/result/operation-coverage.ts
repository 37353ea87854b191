/** Number of checks by their verdict; undecided ones are inconclusive or errored, unchecked ones do not apply. */
export type SuiteChecks = Readonly<Partial<Record<'held' | 'violated' | 'undecided' | 'unchecked', number>>>;

/** One operation of the service: the rules that called it, and what came of them. */
export interface OperationCoverage {
  readonly method: string;
  /** Path template under the base URL. */
  readonly path: string;
  /** The collection or action that it belongs to, otherwise the operation itself. */
  readonly subject: string;
  /** Ids of the rules that called it. */
  readonly rules: readonly string[];
  /** Statuses that it returned. */
  readonly statuses?: readonly number[];
  /** Number of its responses by status, whichever check sent the request. */
  readonly responses?: Readonly<Record<string, number>>;
  /** How long its responses took, in milliseconds to two digits; absent in a merged report. */
  readonly latency?: { readonly median: number; readonly p95: number; readonly p99: number };
  /** The checks of each suite by what came of them. */
  readonly suites?: Readonly<Record<string, SuiteChecks>>;
  /** Of recorded traffic: statuses that a document lists and no response had. */
  readonly unseenStatuses?: readonly number[];
  /** Of recorded traffic: the described parameters by whether a request had them. */
  readonly parameters?: { readonly seen: readonly string[]; readonly unseen: readonly string[] };
  /** Number of checks by their verdict; undecided ones are inconclusive or errored. */
  readonly held: number;
  readonly violated: number;
  readonly undecided: number;
  /** Why no rule called it. */
  readonly why?: string;
}
