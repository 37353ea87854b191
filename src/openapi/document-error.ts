/** Thrown for a named OpenAPI document that cannot be used, with its place, what was found, and what to do. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  constructor(
    readonly source: string,
    readonly trouble: string,
  ) {
    super(`${source}: ${trouble}`);
  }
}
