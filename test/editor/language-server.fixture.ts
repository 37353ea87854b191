import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { onTestFinished } from 'vitest';
import { languageServerPath } from '../support/system-parts.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

/** A problem that an editor underlines. */
interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

/** A text, as an editor has it open. */
export interface OpenText {
  /** The problems that are underlined. */
  readonly diagnostics: Promise<readonly Diagnostic[]>;
  /** The labels that are proposed at the end of a line, numbered from 0. */
  complete(line: number): Promise<readonly string[]>;
  /** What is shown at the first column of a word. */
  describe(line: number, word: string): Promise<string>;
}

/** Opens a text in the YAML language server as editors do, over its standard streams; the server ends with the test. */
export async function openText(uri: string, text: string): Promise<OpenText> {
  const child = spawn(process.execPath, [languageServerPath, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const waiting = new Map<number, (result: unknown) => void>();
  const events = new EventEmitter();
  const diagnostics = once(events, 'diagnostics').then(([found]) => found as readonly Diagnostic[]);
  const send = (message: object) => {
    const content = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`);
  };
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  readMessages(child.stdout, ({ id, method, params, result }) => {
    if (method === 'textDocument/publishDiagnostics')
      events.emit('diagnostics', (params as { readonly diagnostics: readonly Diagnostic[] }).diagnostics);
    else if (method !== undefined && id !== undefined)
      send({ id, result: method === 'workspace/configuration' ? [] : null });
    else if (id !== undefined) waiting.get(id)?.(result);
  });
  await ask('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  send({ method: 'initialized', params: {} });
  send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } });
  const lines = text.split('\n');
  const at = (line: number, character: number) => ({ textDocument: { uri }, position: { line, character } });
  return {
    diagnostics,
    complete: async (line) => {
      const result = await ask('textDocument/completion', at(line, lines[line]?.length ?? 0));
      return (result as { readonly items: readonly { readonly label: string }[] }).items.map(({ label }) => label);
    },
    describe: async (line, word) => {
      const result = await ask('textDocument/hover', at(line, lines[line]?.indexOf(word) ?? 0));
      return (result as { readonly contents: { readonly value: string } }).contents.value;
    },
  };
}

/** Reads messages with a `Content-Length`. */
function readMessages(stream: NodeJS.ReadableStream, receive: (message: Message) => void): void {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = rest.indexOf('\r\n\r\n') + 4;
      const length = Number(/Content-Length: (\d+)/i.exec(rest.toString('latin1', 0, start))?.[1]);
      if (start < 4 || rest.length < start + length) return;
      receive(JSON.parse(rest.toString('utf8', start, start + length)));
      rest = rest.subarray(start + length);
    }
  });
}
