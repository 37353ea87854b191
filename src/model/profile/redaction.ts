import type { Secret } from './secret.js';

/** `redact` as the schema has it. */
export interface DeclaredRedaction {
  readonly fields?: readonly string[];
  readonly pointers?: readonly string[];
  readonly patterns?: readonly string[];
}

/** What is blotted out for its name, its place or its look. */
export interface Redaction extends DeclaredRedaction {
  /** Names that are shown although they sound like credentials. */
  readonly readable: readonly string[];
  /** Values too short to be looked for elsewhere, and the fields that carry them. */
  readonly alone: readonly { readonly field: string; readonly secret: Secret }[];
}
