/** How a service is audited: with its profile, or with its document and a credential alone. */
export const modes = ['profile', 'document'] as const;
export type FaultMode = (typeof modes)[number];

/** What is audited: a service with a fault, or as it is. */
export interface AuditCase {
  readonly service: string;
  readonly mode: FaultMode;
  readonly seed: number;
  /** The name of the fault, or its digest if it is held out; left out for the correct service. */
  readonly fault?: string;
  /** Whether another client writes during the audit. */
  readonly hasNeighbour?: boolean;
}

/** What came of one audit. */
export interface AuditResult extends AuditCase {
  /** The ids of all rules that were violated. */
  readonly violated: readonly string[];
  readonly requests: number;
  /** Whole seconds from the first request to the report. */
  readonly seconds: number;
  /** Why there is no report, or which rules ended with an internal error and why. */
  readonly error?: string;
}

/** A text that no two cases of a run share. */
export const identifyCase = ({ service, mode, seed, fault = '', hasNeighbour = false }: AuditCase): string =>
  [service, mode, seed, fault, ...(hasNeighbour ? ['with a neighbour'] : [])].join(' ');
