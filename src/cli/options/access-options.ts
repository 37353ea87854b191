import { type Command, Option } from 'commander';
import type { LoadProfileOptions } from '../../profile/load-options.js';

/** Flags that tell how to get at a service, as commander gives them. */
export interface AccessFlags {
  readonly header?: string[];
  readonly tokenEnv?: string;
  readonly authFile?: string;
  readonly ca?: string[];
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  readonly proxy?: string;
}

/** Adds the flags that tell how to get at a service. */
export function addAccessFlags(command: Command): Command {
  return command
    .optionsGroup('Access:')
    .addOption(createHeaderOption())
    .option('--token-env <name>', 'variable with a bearer token for every request')
    .option('--auth-file <file>', 'users of an authentication file of the Web Fuzzing Commons')
    .addOption(new Option('--ca <file>', 'PEM file with authorities to trust, too (repeatable)').argParser(collect))
    .option('--cert <file>', 'PEM file with a client certificate')
    .option('--key <file>', 'PEM file with its key')
    .option('--insecure', 'take anybody for the server, whatever certificate it shows')
    .option('--proxy <url>', 'HTTP proxy for all requests, or none (default: as the environment says)');
}

/** Fields for every request; a new option for each command, for it holds what was given. */
const createHeaderOption = (): Option =>
  new Option('--header <line>', "field for every request, 'Name: value' (repeatable)").argParser(collect);

/** What these flags say, for a profile. */
export const toAccessOptions = ({ header, ...said }: AccessFlags): Partial<LoadProfileOptions> => ({
  ...(header !== undefined && { headers: header }),
  ...Object.fromEntries(
    (['tokenEnv', 'authFile', 'ca', 'cert', 'key', 'insecure', 'proxy'] as const)
      .filter((name) => said[name] !== undefined)
      .map((name) => [name, said[name]]),
  ),
});

const collect = (line: string, before: readonly string[] = []) => [...before, line];
