import { isFormat } from '../../report/formats.js';

/** The text for arguments that mean others, such as a URL in place of a command; undefined if they can be read. */
export function findMissingCommand(args: readonly string[]): string | undefined {
  const [first, second] = args;
  if (first === undefined) return usage;
  if (/^https?:\/\//i.test(first)) return suggest('the command is missing', `assay run ${args.join(' ')}`);
  if (Object.hasOwn(meanings, first)) {
    const [purpose, command] = meanings[first] ?? ['', ''];
    return suggest(`unknown command '${first}'`, [command, ...args.slice(1)].join(' '), purpose);
  }
  if (first === 'demo' && second !== undefined && /^\w/.test(second))
    return suggest(`demo takes no argument`, `assay demo --fault ${args.slice(1).join(' ')}`, 'To inject a bug');
  return findSeparateFormats(args);
}

/** Words of other tools, with the command that does the same here. */
const meanings: Readonly<Record<string, readonly [purpose: string, command: string]>> = {
  audit: ['To audit a service', 'assay run'],
  check: ['To audit a service', 'assay run'],
  scan: ['To audit a service', 'assay run'],
  start: ['To audit a service', 'assay run'],
  test: ['To audit a service', 'assay run'],
  watch: ['To audit a service again when it restarts', 'assay run --watch'],
  list: ['To list all rules', 'assay rules'],
  diff: ['To compare two reports', 'assay compare'],
  version: ['To print the version', 'assay --version'],
  '-v': ['To print the version', 'assay --version'],
};

/** `--format json html`, of which the second would be taken for a base URL. */
function findSeparateFormats(args: readonly string[]): string | undefined {
  const at = args.indexOf('--format');
  const [list = '', ...rest] = at < 0 ? [] : args.slice(at + 1);
  const end = rest.findIndex((word) => !isFormat(word));
  const more = rest.slice(0, end < 0 ? undefined : end);
  return more.length > 0
    ? suggest('--format takes one list', `--format ${[list, ...more].join(',')}`, 'Separate formats with commas')
    : undefined;
}

const suggest = (mistake: string, command: string, purpose = 'To audit this service'): string =>
  `assay: ${mistake}. ${purpose}: ${command}\n`;

const usage = `Usage: assay <command> [options]

  assay run http://127.0.0.1:3000   audit a service
  assay demo                        audit the built-in service
  assay init http://127.0.0.1:3000  write a profile of a service
  assay show                        print the last report in full
  assay open                        open it in a browser

(assay --help lists all commands)
`;
