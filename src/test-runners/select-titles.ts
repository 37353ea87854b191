/**
 * Selects the titles of a group that `node:test` runs with these options of Node: those that match one of the patterns of
 * `--test-name-pattern` and none of `--test-skip-pattern`, alone or after the name of the group. Undefined without patterns.
 */
export function selectTitles(group: string, titles: readonly string[], args: readonly string[]): string[] | undefined {
  const wanted = listPatterns(args, '--test-name-pattern');
  const unwanted = listPatterns(args, '--test-skip-pattern');
  if (wanted.length === 0 && unwanted.length === 0) return undefined;
  const names = (title: string) => [group, title, `${group} ${title}`];
  const matches = (patterns: readonly RegExp[], title: string) =>
    names(title).some((name) => patterns.some((pattern) => pattern.test(name)));
  return titles.filter((title) => (wanted.length === 0 || matches(wanted, title)) && !matches(unwanted, title));
}

/** The patterns of an option, which are regular expressions with or without slashes and flags. */
function listPatterns(args: readonly string[], option: string): RegExp[] {
  const texts = args.flatMap((arg, i) => {
    if (arg.startsWith(`${option}=`)) return [arg.slice(option.length + 1)];
    return arg === option ? [args[i + 1] ?? ''] : [];
  });
  return texts.map((text) => {
    const [, source = text, flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(text) ?? [];
    return new RegExp(source, flags.replace('g', ''));
  });
}
