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
