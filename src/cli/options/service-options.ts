import type { Command } from 'commander';
import { parseSeconds } from './parse-number.js';

export interface ServiceFlags {
  /** The command; true without one: `exec.command` of the profile. */
  readonly exec?: string | true;
  readonly reuse?: boolean;
  /** Seconds. */
  readonly execTimeout?: number;
}

export const addServiceFlags = (command: Command): Command =>
  command
    .option(
      '--exec [command]',
      'start the service with this command, and stop it at the end; without a command: exec.command of the profile',
    )
    .option('--reuse', 'with --exec: use a service that answers at the base URL already')
    .option(
      '--exec-timeout <duration>',
      'with --exec: time within which the service must answer (default: 60s)',
      parseSeconds,
    );
