import { Agent, type IncomingMessage, request } from 'node:http';
import type { HostileAnswer, HostileRequest } from './behaviour.js';

/** Gets the response of the correct service. */
export interface Forwarder {
  (asked: HostileRequest): Promise<HostileAnswer>;
  close(): void;
}

/** Asks a service over connections that are kept. */
export function createForwarder(url: string): Forwarder {
  const agent = new Agent({ keepAlive: true });
  const forward = ({ method, target, fields, content }: HostileRequest): Promise<HostileAnswer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const headers = keepFields(fields, content);
      const sent = request({ hostname, port, method, path: target, headers, agent }, (message) =>
        readAnswer(message).then(resolve, reject),
      );
      sent.once('error', reject);
      sent.end(content);
    });
  return Object.assign(forward, { close: () => agent.destroy() });
}

/** The length is computed again, because the content may have changed. */
function keepFields(fields: readonly string[], content: Buffer): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < fields.length; i += 2) {
    const [name = '', value = ''] = fields.slice(i, i + 2);
    if (!/^(connection|content-length|transfer-encoding)$/i.test(name)) pairs.push(name, value);
  }
  return content.length > 0 ? [...pairs, 'content-length', String(content.length)] : pairs;
}

async function readAnswer(message: IncomingMessage): Promise<HostileAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const { statusCode: status = 0, statusMessage: reason = '', rawHeaders } = message;
  const fields = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !/^(connection|keep-alive|transfer-encoding)$/i.test(name)
      ? [[name, rawHeaders[index + 1] ?? ''] as const]
      : [],
  );
  return { status, reason, fields, content: Buffer.concat(chunks) };
}
