/** A command as it stands in a sample. */
export type Words = readonly string[];

/** The commands of a shell sample: comments, variables in front and what follows a pipe are taken apart, nothing is run. */
export function commandsIn(script: string): Words[] {
  return script
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => split(line));
}

const token = /\s*(?:(#.*$)|(&&|\|\||[|;&])|((?:'[^']*'|"(?:\\.|[^"])*"|\\.|[^\s'"|;&#]|(?<=\S)#)+))/y;

function split(line: string): Words[] {
  const commands: string[][] = [[]];
  token.lastIndex = 0;
  while (token.lastIndex < line.trimEnd().length) {
    const from = token.lastIndex;
    const [all, comment, operator, word] = token.exec(line) ?? [];
    if (all === undefined) throw new Error(`cannot read ${JSON.stringify(line)} from ${from} on`);
    if (comment !== undefined) break;
    if (operator !== undefined) commands.push([]);
    else commands.at(-1)?.push(bare(word ?? ''));
  }
  return commands.map(withoutVariables).filter((words) => words.length > 0);
}

const bare = (word: string): string =>
  word.replaceAll(/'([^']*)'|"((?:\\.|[^"])*)"/g, (_, single, double) => single ?? double);

/** What is left of a command without its variables and redirections. */
const withoutVariables = (words: readonly string[]): string[] =>
  words
    .slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word)))
    .filter((word, at, all) => !/^\d?>/.test(word) && !/^\d?>+$/.test(all[at - 1] ?? ''));
