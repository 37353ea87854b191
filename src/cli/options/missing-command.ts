/** The text for arguments that begin with no command: none at all, or a base URL; undefined for any other. */
export function findMissingCommand(args: readonly string[]): string | undefined {
  const [first] = args;
  if (first === undefined) return usage;
  return /^https?:\/\//i.test(first)
    ? `assay: the command is missing. To audit this service: assay run ${args.join(' ')}\n`
    : undefined;
}

const usage = `Usage: assay <command> [options]

  assay run http://127.0.0.1:3000   audit a service
  assay demo                        audit the built-in service
  assay init http://127.0.0.1:3000  write a profile of a service
  assay show                        print the last report in full
  assay open                        open it in a browser

(assay --help lists all commands)
`;
