import type { Command } from 'commander';
import type { LoadProfileOptions } from '../../profile/load-options.js';
import { collect } from './parse-number.js';

export interface AccessFlags
  extends Pick<LoadProfileOptions, 'tokenEnv' | 'authFile' | 'ca' | 'cert' | 'key' | 'insecure' | 'http2' | 'proxy'> {
  readonly header?: string[];
}

export function addAccessFlags(command: Command): Command {
  return command
    .optionsGroup('Access:')
    .option('--header <line>', "header field for every request, 'Name: value' (repeatable)", collect)
    .option('--token-env <name>', 'environment variable with a bearer token for every request')
    .option('--auth-file <file>', 'authentication file in the format of the Web Fuzzing Commons, with users')
    .option('--ca <file>', 'PEM file with additional trusted authorities (repeatable)', collect)
    .option('--cert <file>', 'PEM file with a client certificate')
    .option('--key <file>', 'PEM file with the private key of --cert')
    .option('--insecure', 'skip TLS certificate verification')
    .option('--http2', 'use HTTP/2 where the service offers it over TLS (default: HTTP/1.1)')
    .option('--proxy <url>', 'HTTP proxy for all requests, or none (default: from the environment)');
}

export const toAccessOptions = ({ header: headers, ...flags }: AccessFlags): Partial<LoadProfileOptions> => {
  const { tokenEnv, authFile, ca, cert, key, insecure, http2, proxy } = flags;
  return { headers, tokenEnv, authFile, ca, cert, key, insecure, http2, proxy };
};
