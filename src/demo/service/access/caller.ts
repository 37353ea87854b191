/** Who a credential names. */
export interface Caller {
  readonly role: Role;
  readonly tenant: string;
}

/** Who may knock at the door of the demo. */
export type Role = 'full' | 'limited' | 'otherTenant' | 'expired';
