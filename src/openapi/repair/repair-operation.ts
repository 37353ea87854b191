import { isObject, type Json, type JsonObject, pointerBelow } from '../../model/json.js';
import { asText, mendBody, mendParameter, mendResponse } from './repair-content.js';
import { eachEntry, kindOf, leftOut, type Mend, mapped, mendMembers, type Pen } from './repair-context.js';

/** Methods whose requests carry no content that means anything (RFC 9110 §9.3). */
const bodiless = new Set(['get', 'head', 'delete', 'options', 'trace']);

/** One method on one path. */
export const mendOperation =
  (method: string): Mend =>
  (node, where, pen) => {
    if (!isObject(node)) return leftOut(node, where, pen);
    const operation = mendMembers(node, where, pen, {
      parameters: mendParameters,
      requestBody: bodiless.has(method) ? withoutMeaning : mendBody,
      responses: mendResponses,
      security: mendSecurity,
      description: asText,
      summary: asText,
      operationId: asText,
    });
    if (operation.responses === undefined && pen.isOld) pen.tell('responses', where, 'no responses are described');
    return operation;
  };

/** Parameters in a list; by name, as components have them, they are read too. */
export const mendParameters: Mend = (node, where, pen) => {
  const isByName =
    isObject(node) && node.name === undefined && node.$ref === undefined && Object.values(node).every(isObject);
  if (!isByName) return eachEntry(mendParameter)(node, where, pen);
  pen.tell('parameters', where, 'parameters by name are read as a list');
  const list = Object.entries(node).map(([name, parameter]) => ({ name, ...(parameter as JsonObject) }));
  return eachEntry(mendParameter)(list, where, pen);
};

const withoutMeaning: Mend = (_, where, pen) => {
  pen.tell('content', where, 'content of such a request means nothing (RFC 9110 §9.3), and is left out');
  return undefined;
};

const mendResponses: Mend = (node, where, pen) => {
  if (!isObject(node)) return leftOut(node, where, pen);
  const responses = mapped(node, (response, status) =>
    isWord(status) ? response : mendResponse(response, pointerBelow(where, status), pen),
  );
  return Object.keys(node).every((status) => statusIn(status) === status)
    ? responses
    : renumbered(responses, where, pen);
};

function renumbered(responses: JsonObject, where: string, pen: Pen): JsonObject {
  const entries = Object.entries(responses).flatMap(([status, response]) => {
    const read = statusIn(status);
    if (read === undefined) return leftOut(status, pointerBelow(where, status), pen) ?? [];
    if (read !== status) pen.tell('status', pointerBelow(where, status), `the status is read as ${read}`);
    return [[read, response] as const];
  });
  return Object.fromEntries(entries);
}

const isWord = (name: string): boolean => name.startsWith('x-') || name === '$ref';

function statusIn(status: string): string | undefined {
  if (status === 'default' || isWord(status)) return status;
  return /^\s*([1-5](?:\d\d|xx))\b/i.exec(status)?.[1]?.toUpperCase();
}

/** Which credentials are asked for: a list of alternatives. */
export const mendSecurity: Mend = (node, where, pen) => {
  if (typeof node === 'string') {
    pen.tell('security', where, `${kindOf(node)} is read as the name of a scheme`);
    return [{ [node]: [] }];
  }
  return eachEntry((entry: Json, at) => (isObject(entry) ? entry : leftOut(entry, at, pen)))(node, where, pen);
};

/** Says which schemes an operation names that nobody declared. */
export function checkSecurity(security: Json | undefined, where: string, schemes: JsonObject, pen: Pen): void {
  const wanted = Array.isArray(security)
    ? (security as readonly Json[]).filter(isObject).flatMap((entry) => Object.keys(entry))
    : [];
  for (const name of new Set(wanted))
    if (!Object.hasOwn(schemes, name)) pen.tell('scheme', where, `the security scheme ${name} is declared nowhere`);
}
