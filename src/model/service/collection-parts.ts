/** The life of an item: which action leads from which state to which. */
export interface StateModel {
  /** Where an item shows its state. */
  readonly pointer: string;
  readonly initial?: string;
  readonly terminal: readonly string[];
  /** State → action → next state. */
  readonly transitions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Which links an item offers in which state. */
export interface LinkModel {
  /** Where they are: a member whose members are links, or the Link header field. */
  readonly in: 'body' | 'header';
  readonly pointer: string;
  readonly states: Readonly<Record<string, { readonly has?: readonly string[]; readonly lacks?: readonly string[] }>>;
}

/** Something that must exist first: its id fills a place in the body (a JSON Pointer) or in the path (`{name}`). */
export interface Parent {
  readonly place: string;
  /** Path of the collection in which it is made. */
  readonly collection: string;
}

/** Where an old and a new version of the service stand: base URLs without trailing slash. */
export interface Versions {
  readonly old: string;
  readonly new: string;
}

/** A declared limit on requests, and how far a burst may go to reach it. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
  readonly maxRequests: number;
}
