/**
 * The dimensions of a whole service and their values. The first value of each is the simplest one. Values are only ever
 * added, never removed.
 */
export const serviceValues = {
  entry: {
    /** What `/` returns. */
    root: ['links', 'hal', 'json-api', 'text', 'html', 'forbidden', 'missing'],
    /** The OpenAPI document: at an address that many services use, at another one, at one that the root links to, … */
    document: ['usual', 'unusual', 'linked', 'none', 'broken', 'too-large', 'split'],
    documentVersion: ['3.0', '3.1', '2.0'],
    documentFormat: ['json', 'yaml'],
    /** `servers` or `basePath` of the document; `other-*` do not lead to the service. */
    documentBase: ['none', 'base-path', 'other-host', 'other-base'],
    /** Where the document has examples of what it describes. */
    examples: ['none', 'schema', 'member', 'media-type'],
    prefix: ['none', 'api', 'version', 'tenant', 'dotted'],
    /** Paths that end with a slash; `redirected`: the form without one answers 308. */
    slash: ['without', 'with', 'redirected'],
  },
  errors: {
    errorShape: ['problem', 'object', 'text', 'message', 'array', 'html', 'empty'],
    /** How a refusal names what is wrong with a body. */
    refusal: ['field-message', 'pointer-code', 'sentence', 'other-language', 'none'],
    invalidStatus: ['422', '400'],
    conflictStatus: ['409', '400', '422'],
    /** For what the caller may not see. */
    hiddenStatus: ['404', '403'],
    wrongMethod: ['405-allow', '405-bare', '404'],
    /** `several`: unknown paths, wrong methods and missing credentials have another shape. */
    errorVariety: ['one', 'several'],
    /** `fails`: some requests get 502 or 503; `bans`: a client with many errors gets 403 for a while. */
    gateway: ['none', 'fails', 'bans'],
  },
  access: {
    access: ['none', 'bearer', 'basic', 'key-header', 'key-query', 'session'],
    callers: ['one', 'two'],
    reading: ['closed', 'open'],
  },
  more: {
    rateLimit: ['none', 'announced', 'bare'],
    head: ['present', 'missing'],
    options: ['present', 'missing'],
    idempotency: ['none', 'optional', 'required'],
    keyName: ['Idempotency-Key', 'X-Idempotency-Key', 'X-Request-Id', 'member'],
    keyMismatch: ['422', '409', '400'],
    naming: ['snake', 'camel', 'pascal'],
    otherClients: ['none', 'writing'],
  },
} as const;

/** Resources beside the collections; a service has any number of them. */
export const extraValues = ['single', 'writable-single', 'view', 'search', 'text', 'binary'] as const;
