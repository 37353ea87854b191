/** Something the caller can mend: told in a line, without a trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Errors by name, and the exit code they mean; anything else is the kit's own fault. */
const codes: Readonly<Record<string, number>> = {
  UsageError: 2,
  ProfileError: 2,
  DiscoveryError: 2,
  Unreachable: 3,
};

/** Tells an error on standard error; gives the exit code. */
export function complain(error: unknown): number {
  const name = error instanceof Error ? error.name : '';
  const code = codes[name];
  if (code !== undefined) {
    process.stderr.write(`assay: ${(error as Error).message}\n`);
    return code;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`assay: the kit itself failed; please report this:\n${trace}\n`);
  return 4;
}
