/** A number of exchanges, and why they are counted. */
export interface ExchangeCount {
  readonly why: string;
  readonly exchanges: number;
}

/** What a recording had, and what of it was judged. */
export interface TrafficSummary {
  readonly files: number;
  /** Number of exchanges that were judged. */
  readonly exchanges: number;
  /** Number of those that a violation or a suspicion shows. */
  readonly flawed: number;
  /** Recorded exchanges that were not judged, most first. */
  readonly leftOut: readonly ExchangeCount[];
  /** What of judged exchanges was not recorded, most first. */
  readonly unknown: readonly ExchangeCount[];
  /** Number of resources that were forgotten because more were in use than are remembered. */
  readonly forgotten?: number;
  /** Operations and parameters that the traffic has and the document does not. */
  readonly undocumented?: readonly string[];
}
