import { Command, type Option, type ParseOptionsResult } from 'commander';

/** A command whose options can be set by variables, which commander reads: `--max-requests` by ASSAY_MAX_REQUESTS. */
export class VariableCommand extends Command {
  override createCommand(name?: string): VariableCommand {
    return new VariableCommand(name);
  }

  /** `--no-color` is set by the variable of `--color`, which comes first. */
  override addOption(option: Option): this {
    const isTwin = this.options.some((other) => other.attributeName() === option.attributeName());
    return super.addOption(isTwin ? option : option.env(nameVariable(this.name(), option)));
  }

  /** Shows help before commander reads the variables: help that an invalid variable prevents cannot explain it. */
  override parseOptions(args: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(args);
    const isHelp = parsed.unknown.some((flag) => flag === '-h' || flag === '--help');
    if (isHelp && this.commands.length === 0) this.help();
    return parsed;
  }
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
    .replaceAll('-', '_')
    .toUpperCase();
