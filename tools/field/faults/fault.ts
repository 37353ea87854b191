/** The answer of a service to one request; the body is parsed where it is JSON. */
export interface CallResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a request has besides its method and path; a body that is not a text is sent as JSON. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends one request to a service. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<CallResult>;

/** The classes of issue reports that the faults are spread over. */
export const classes = [
  'effects-elsewhere',
  'only-post-asked',
  'states',
  'below-an-item',
  'nesting',
  'pages',
  'filters',
  'values',
  'time',
  'credentials',
  'http',
  'idempotency',
] as const;

/** One fault of a service with faults; see `field/faulty/README.md`. */
export interface Fault {
  readonly name: string;
  readonly class: (typeof classes)[number];
  readonly visibility: 'blatant' | 'deliberate' | 'subtle';
  readonly story: string;
  readonly source: string;
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  readonly show: (call: Call) => Promise<unknown>;
}
