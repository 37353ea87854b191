export interface Caller {
  readonly role: Role;
  readonly tenant: string;
}

export type Role = 'full' | 'limited' | 'otherTenant' | 'expired';
