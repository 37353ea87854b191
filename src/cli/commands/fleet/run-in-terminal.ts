import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { createInterruption } from '../../process/interruption.js';

/** What a fleet needs of the process, with its output on the terminal. */
export const createTerminal = () => ({
  env: process.env,
  note: (line: string) => void process.stderr.write(`assay: ${escapeControlCharacters(line)}\n`),
  print: (text: string) => void process.stdout.write(text),
});

/** Does the work of a command for a fleet, which the first interruption aborts; it prints `onFirst`. */
export async function runInTerminal<T>(
  onFirst: string,
  work: (host: ReturnType<typeof createTerminal> & { readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const interruption = createInterruption({ onFirst });
  try {
    return await work({ ...createTerminal(), signal: interruption.signal });
  } finally {
    interruption.stop();
  }
}
