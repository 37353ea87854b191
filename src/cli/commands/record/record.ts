import type { Command } from 'commander';
import { collect, parseSeconds, parseWholeNumber } from '../../options/parse-number.js';
import type { TrafficFlags } from '../traffic/judge-files.js';
import { addJudgingOptions } from '../traffic/traffic.js';
import type { RecordFlags } from './record-traffic.js';

export function addRecordCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('record')
    .description('record what clients exchange with a service, through a proxy on 127.0.0.1, and judge it')
    .argument('[command...]', 'command to run after --, with the URL of the proxy in BASE_URL and ASSAY_BASE_URL')
    .requiredOption('--target <url>', 'base URL of the service')
    .option('--port <number>', 'port to serve on (default: a free one)', (text) => parseWholeNumber(1, 65535, text))
    .option('-o, --out <dir>', 'folder for the recording and the reports', 'recording')
    .option('--redact <name>', 'further field, parameter or member that is a credential (repeatable)', collect)
    .option('--timeout <duration>', 'time in which a response must begin (default: 300s)', parseSeconds)
    .option('--ca <file>', 'PEM file with additional trusted authorities (repeatable)', collect)
    .option('--insecure', 'skip TLS certificate verification');
  addJudgingOptions(command).action(async (words: string[], flags: RecordFlags & TrafficFlags) => {
    const { record } = await import('./record-traffic.js');
    end(await record(words, flags));
  });
}
