import { Command, type Option, type ParseOptionsResult } from 'commander';
import { getCommandName } from './list-commands.js';

/** A command whose options can be set by variables, which commander reads: `--max-requests` by ASSAY_MAX_REQUESTS. */
export class VariableCommand extends Command {
  /** Names of the options so far: to compute all of them again for each option takes longer than the rest of the start. */
  readonly #names = new Set<string>();

  /** `isNamed` says which commands below are about to be used: the others have only their first option. */
  constructor(
    name?: string,
    private readonly isNamed: (name: string) => boolean = () => true,
    readonly isBrief = false,
  ) {
    super(name);
  }

  override createCommand(name = ''): VariableCommand {
    return new VariableCommand(name, undefined, this.isBrief || !this.isNamed(name));
  }

  /** `--no-color` is set by the variable of `--color`, which comes first. */
  override addOption(option: Option): this {
    if (this.isBrief && this.options.length > 0) return this;
    const name = option.attributeName();
    const isTwin = this.#names.has(name);
    this.#names.add(name);
    return super.addOption(isTwin ? option : option.env(nameVariable(getCommandName(this), option)));
  }

  /** Shows help before commander reads the variables: help that an invalid variable prevents cannot explain it. */
  override parseOptions(args: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(moveBaseUrlsForward(args, this.options));
    const isHelp = parsed.unknown.some((flag) => flag === '-h' || flag === '--help');
    if (isHelp && this.commands.length === 0) this.help();
    return parsed;
  }
}

/** A list of globs or folders takes every argument after it; a URL among them is the base URL, so it is moved before the flag. */
function moveBaseUrlsForward(args: readonly string[], options: readonly Option[]): string[] {
  const urls: string[] = [];
  const others: string[] = [];
  let count = -1;
  for (const arg of args) {
    if (arg === '--') return [...urls, ...others, ...args.slice(args.indexOf(arg))];
    const list =
      arg.startsWith('-') && options.some((option) => option.variadic && (option.long === arg || option.short === arg));
    if (arg.startsWith('-')) count = list ? 0 : -1;
    else if (count >= 0) count += 1;
    (count > 1 && /^https?:\/\//i.test(arg) ? urls : others).push(arg);
  }
  return [...urls, ...others];
}

function nameVariable(command: string, option: Option): string {
  const name = toSnakeCase(option.attributeName());
  const isOwn = !auditCommands.has(command) && commandSpecificNames.has(name);
  return isOwn ? `ASSAY_${toSnakeCase(command)}_${name}` : `ASSAY_${name}`;
}

/** Options that have a meaning of their own in all commands but these; there the command is part of the variable. */
const commandSpecificNames: ReadonlySet<string> = new Set(['FORMAT', 'OUT', 'BASE_URL']);
const auditCommands: ReadonlySet<string> = new Set(['run', 'demo']);

const toSnakeCase = (name: string): string =>
  name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll(/[- ]/g, '_')
    .toUpperCase();
