/** The owner of a credential. */
export interface Caller {
  readonly role: Role;
  readonly tenant: string;
}

/** The callers that the demo knows. */
export type Role = 'full' | 'limited' | 'otherTenant' | 'expired';
