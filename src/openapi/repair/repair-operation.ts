import { appendToPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import { keepText, repairBody, repairParameter, repairResponse } from './repair-content.js';
import {
  describeKind,
  keepObject,
  mapMembers,
  noteOmission,
  type Repair,
  type RepairContext,
  repairAllEntries,
  repairMembers,
} from './repair-context.js';

/** Methods whose request content has no defined meaning (RFC 9110 §9.3). */
const bodilessMethods = new Set(['get', 'head', 'delete', 'options', 'trace']);

export const repairOperation =
  (method: string): Repair =>
  (node, where, pen) => {
    if (!isObject(node)) return noteOmission(node, where, pen);
    const operation = repairMembers(node, where, pen, {
      parameters: repairParameters,
      requestBody: bodilessMethods.has(method) ? dropRequestContent : repairBody,
      responses: repairResponses,
      security: repairSecurity,
      description: keepText,
      summary: keepText,
      operationId: keepText,
    });
    if (operation.responses === undefined && pen.isOld) pen.note('responses', where, 'no responses are described');
    return operation;
  };

/** Repairs parameters in a list, or by name as in components. */
export const repairParameters: Repair = (node, where, pen) => {
  const isByName =
    isObject(node) && node.name === undefined && node.$ref === undefined && Object.values(node).every(isObject);
  if (!isByName) return repairAllEntries(repairParameter)(node, where, pen);
  pen.note('parameters', where, 'parameters by name are read as a list');
  const list = Object.entries(node).map(([name, parameter]) => ({ name, ...(parameter as JsonObject) }));
  return repairAllEntries(repairParameter)(list, where, pen);
};

const dropRequestContent: Repair = (_, where, pen) => {
  pen.note('content', where, 'content in this request has no defined meaning (RFC 9110 §9.3), and is left out');
  return undefined;
};

const repairResponses: Repair = (node, where, pen) => {
  if (!isObject(node)) return noteOmission(node, where, pen);
  const responses = mapMembers(node, (response, status) =>
    isExtensionKey(status) ? response : repairResponse(response, appendToPointer(where, status), pen),
  );
  return Object.keys(node).every((status) => parseStatus(status) === status)
    ? responses
    : repairStatuses(responses, where, pen);
};

function repairStatuses(responses: JsonObject, where: string, pen: RepairContext): JsonObject {
  const entries = Object.entries(responses).flatMap(([status, response]) => {
    const read = parseStatus(status);
    if (read === undefined) return noteOmission(status, appendToPointer(where, status), pen) ?? [];
    if (read !== status) pen.note('status', appendToPointer(where, status), `the status is read as ${read}`);
    return [[read, response] as const];
  });
  return Object.fromEntries(entries);
}

const isExtensionKey = (name: string): boolean => name.startsWith('x-') || name === '$ref';

function parseStatus(status: string): string | undefined {
  if (status === 'default' || isExtensionKey(status)) return status;
  return /^\s*([1-5](?:\d\d|xx))\b/i.exec(status)?.[1]?.toUpperCase();
}

export const repairSecurity: Repair = (node, where, pen) => {
  if (typeof node === 'string') {
    pen.note('security', where, `${describeKind(node)} is read as the name of a security scheme`);
    return [{ [node]: [] }];
  }
  return repairAllEntries(keepObject)(node, where, pen);
};

/** Notes security schemes of an operation that are not declared. */
export function checkSecurity(security: Json | undefined, where: string, schemes: JsonObject, pen: RepairContext) {
  const wanted = Array.isArray(security)
    ? (security as readonly Json[]).filter(isObject).flatMap((entry) => Object.keys(entry))
    : [];
  for (const name of new Set(wanted))
    if (!Object.hasOwn(schemes, name)) pen.note('scheme', where, `the security scheme ${name} is not declared`);
}
