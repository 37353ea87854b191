import type { NamedSecret } from './secret.js';

/** What the profile wants redacted, in addition to known secrets. */
export interface DeclaredRedaction {
  /** Names of header fields, members and query parameters. */
  readonly fields?: readonly string[];
  /** JSON Pointers into bodies, `*` for any step. */
  readonly pointers?: readonly string[];
  /** Regular expressions. */
  readonly patterns?: readonly string[];
}

/** What to redact by name, position or pattern, in addition to known secrets. */
export interface Redaction extends DeclaredRedaction {
  /** Names that are not redacted although they sound like credentials. */
  readonly readable?: readonly string[];
  /** Values too short to be searched elsewhere, with the name of their field. */
  readonly alone?: readonly ShortSecret[];
}

/** A short value that is redacted only where it is the whole value of its field. */
export interface ShortSecret {
  readonly field: string;
  readonly secret: NamedSecret;
}
