/** A named OpenAPI document that cannot be used: where it was looked for, what was found, what to do. */
export class DocumentError extends Error {
  override readonly name = 'DiscoveryError';
  constructor(
    readonly source: string,
    readonly trouble: string,
  ) {
    super(`${source}: ${trouble}`);
  }
}
