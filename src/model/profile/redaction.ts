import type { Secret } from './secret.js';

/** `redact` as in the schema. */
export interface DeclaredRedaction {
  readonly fields?: readonly string[];
  readonly pointers?: readonly string[];
  readonly patterns?: readonly string[];
}

/** What to redact by name, position or pattern. */
export interface Redaction extends DeclaredRedaction {
  /** Names that are not redacted although they sound like credentials. */
  readonly readable: readonly string[];
  /** Values too short to be searched elsewhere, with their fields. */
  readonly alone: readonly { readonly field: string; readonly secret: Secret }[];
}
