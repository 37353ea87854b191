import { once } from 'node:events';
import { request } from 'node:http';
import { startAssay } from './assay.fixture.js';

/** Serves the report of a folder, and returns its URL; the command ends with the test. */
export async function serveReport(cwd: string, ...args: string[]) {
  const running = startAssay(cwd, ['open', '--serve', ...args], { BROWSER: 'true' });
  const [text] = await once(running.child.stdout ?? running.child, 'data');
  return { ...running, url: String(text).split('\n')[0] ?? '' };
}

export interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request with exactly these fields; a form makes it a POST. */
export async function send(
  url: string,
  {
    form,
    method,
    headers = {},
  }: { form?: Record<string, string>; method?: string; headers?: Record<string, string> } = {},
): Promise<Received> {
  const sent = request(url, {
    method: method ?? (form ? 'POST' : 'GET'),
    headers,
    setHost: headers.host === undefined,
  });
  sent.end(form && new URLSearchParams(form).toString());
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}
