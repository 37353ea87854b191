/** A command in a sample. */
export type CommandWords = readonly string[];

/** The commands of a shell sample: comments, variables in front and what follows a pipe are taken apart, nothing is run. */
export function parseCommands(script: string): CommandWords[] {
  return script
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => splitLine(line));
}

const tokenPattern = /\s*(?:(#.*$)|(&&|\|\||[|;&])|((?:'[^']*'|"(?:\\.|[^"])*"|\\.|[^\s'"|;&#]|(?<=\S)#)+))/y;

function splitLine(line: string): CommandWords[] {
  const commands: string[][] = [[]];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < line.trimEnd().length) {
    const from = tokenPattern.lastIndex;
    const [all, comment, operator, word] = tokenPattern.exec(line) ?? [];
    if (all === undefined) throw new Error(`cannot read ${JSON.stringify(line)} from ${from} on`);
    if (comment !== undefined) break;
    if (operator !== undefined) commands.push([]);
    else commands.at(-1)?.push(unquote(word ?? ''));
  }
  return commands.map(dropVariables).filter((words) => words.length > 0);
}

const unquote = (word: string): string =>
  word.replaceAll(/'([^']*)'|"((?:\\.|[^"])*)"/g, (_, single, double) => single ?? double);

/** What is left of a command without its variables and redirections. */
const dropVariables = (words: readonly string[]): string[] =>
  words
    .slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word)))
    .filter((word, at, all) => !/^\d?>/.test(word) && !/^\d?>+$/.test(all[at - 1] ?? ''));
