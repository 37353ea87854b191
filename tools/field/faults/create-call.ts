import type { Call } from './fault.js';

/** A function that sends requests to the service at a URL. */
export const createCall =
  (url: string): Call =>
  async (method, path, { headers = {}, body } = {}) => {
    const isJson = body !== undefined && typeof body !== 'string';
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
    });
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: parseBody(text) };
  };

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
