import { type Exchange, getHeader, type HttpResponse } from '../../model/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { isObject, type Json } from '../../model/json.js';

/**
 * Reads the problem details of an error (RFC 9457 §3.1); undefined where it has none. Errors about the caller may come
 * from a layer in front of the service, and are not read.
 */
export function readProblem({ answer }: Pick<Exchange, 'answer'>) {
  const isProblem = parseMediaType(getHeader(answer, 'content-type')).essence === 'application/problem+json';
  if (!answer || !isProblem || answer.text === '' || [401, 403, 429].includes(answer.status)) return undefined;
  return { flaw: findFlaw(answer) };
}

const texts = ['type', 'title', 'detail', 'instance'];

function findFlaw({ json, status: sent }: HttpResponse): string | undefined {
  if (!isObject(json)) return 'the content is not a JSON object';
  const odd = texts.find((name) => isWrong(json[name], 'string'));
  if (odd !== undefined) return `${odd} is not a string: ${JSON.stringify(json[odd])}`;
  const { status } = json;
  if (isWrong(status, 'number')) return `status is not a number: ${JSON.stringify(status)}`;
  return status === undefined || status === sent
    ? undefined
    : `status ${JSON.stringify(status)} in a response with ${sent}`;
}

const isWrong = (value: Json | undefined, type: string): boolean => value !== undefined && typeof value !== type;
