/** An error that the user can fix: printed in one line, without a trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
