import type { Operation } from './operation.js';

/** What an operation does, as far as its path, method and schemas show. */
export type OperationRole =
  | 'list'
  | 'create'
  | 'read'
  | 'head'
  | 'replace'
  | 'patch'
  | 'remove'
  | 'act'
  | 'read record'
  | 'remove record'
  | 'view'
  | 'compute'
  | 'options';

/** One operation of a service, with its role. */
export interface SurveyedOperation {
  /** `GET /orders/{id}`, unique in a service. */
  readonly name: string;
  readonly operation: Operation;
  readonly role: OperationRole;
  /** Why it has this role: `#/paths/~1orders/post`, `GET /orders`. */
  readonly evidence: string;
  /** The collection or action that it belongs to. */
  readonly owner?: string;
  /** Why it is never called. */
  readonly spared?: string;
  /** The status of the response in the survey. */
  readonly status?: number;
  /** Whether that response had an entity tag. */
  readonly isTagged?: boolean;
}

/** A value of a parameter. Without `value`, it is found or created during the run. */
export interface ParameterValue {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly source: 'entry' | 'response' | 'documented' | 'created' | 'invented';
  /** As text, not encoded. */
  readonly value?: string;
  readonly evidence: string;
}
