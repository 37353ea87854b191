import { errorShapes } from '../http/error-shapes.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import { patchTypes } from '../http/read-content.js';
import type { Schema } from '../http/validate.js';
import { describeArchivePaths } from '../orders/archive.js';
import { hasOperations, operationSchema } from '../orders/deferred-operations.js';
import { describeStampMembers } from '../orders/represent.js';
import { createTombstoneSchema } from '../orders/tombstones.js';
import { filterParameters } from '../pages/filter-orders.js';
import type { PageStyle, Schemas } from '../request-context.js';
import type { Settings } from '../settings.js';
import { describeActionPaths, recordSchemas } from './describe-actions.js';
import { acceptedResponses, describeOperationPaths, purgeParameter } from './describe-deferred-tasks.js';
import { describePartPaths } from './describe-parts.js';
import { addAccessResponses, describeSecurity } from './describe-security.js';
import {
  describeErrors,
  describeKeyParameters,
  listBodyProblems,
  listConflicts,
  listGoneStatuses,
  listKeyProblems,
} from './describe-statuses.js';
import {
  createContent,
  createCreatedResponse,
  createProblemResponses,
  createReference,
  type ProblemStatuses,
} from './document-parts.js';

export function createDemoDocument(settings: Settings, id: Schema, pages: PageStyle, schemas: Schemas): Json {
  const { schemes, ...asked } = describeSecurity(settings);
  const ownCreation = schemas.creation !== schemas.input;
  const list = createOrdersPath(settings, pages, createReference(ownCreation ? 'OrderCreation' : 'OrderInput'));
  const paths = {
    ...createFixedPaths(),
    ...list,
    ...createOrderPath(settings, id),
    ...describeActionPaths(settings, id),
    ...(settings.hasArchive && describeArchivePaths(pages, id)),
    ...(settings.parts !== 'none' && describePartPaths(id, { ...list, ...createOrderPath(settings, id) })),
    ...describeOperationPaths(settings),
  };
  const document = {
    openapi: settings.openapi,
    info: { title: 'Orders', version: '1.0.0', description: 'A small correct service on which the kit is tested.' },
    ...asked,
    paths: addAccessResponses(settings, paths),
    components: {
      schemas: {
        Order: schemas.output,
        OrderInput: schemas.input,
        ...(ownCreation && { OrderCreation: schemas.creation }),
        OrderPatch: schemas.patch,
        OrderPage: pages.schema(createReference('Order'), describeStampMembers(settings)),
        ...recordSchemas,
        ...(hasOperations(settings) && { Operation: operationSchema }),
        ...(settings.tombstones === 'shown' && { Tombstone: createTombstoneSchema(id) }),
        Problem: errorShapes[settings.errorShape].schema,
      },
      ...schemes,
    },
  };
  const described = describeErrors(settings, document);
  return settings.openapi === '3.0.3' ? convertNullable(described) : described;
}

const anyObject: Schema = { type: 'object' };

function createFixedPaths(): JsonObject {
  const get = (operationId: string, description: string) => ({
    get: { operationId, responses: { 200: { description, ...createContent(anyObject) } } },
  });
  return {
    '/': get('getDirectory', 'The paths of the service.'),
    '/openapi.json': get('getDocument', 'This document.'),
  };
}

function createOrdersPath(settings: Settings, pages: PageStyle, creation: JsonObject): JsonObject {
  const page = { description: 'A page of orders, oldest first.', ...createContent(createReference('OrderPage')) };
  const post = {
    operationId: 'createOrder',
    ...describeKeyParameters(settings, settings.areKeysRequired),
    requestBody: { required: true, ...createContent(creation) },
    responses: {
      ...createCreationResponse(settings),
      ...createProblemResponses(
        400,
        413,
        415,
        ...listBodyProblems(settings),
        ...listKeyProblems(settings),
        ...listConflicts(settings),
      ),
    },
  };
  const get = {
    operationId: 'listOrders',
    parameters: [...pages.parameters, ...(settings.hasFilters ? filterParameters : [])],
    responses: { 200: page, ...createProblemResponses(...pages.problems) },
  };
  return { '/orders': { get, post } };
}

function createOrderPath(settings: Settings, id: Schema): JsonObject {
  const shown = { description: 'The order.', ...createContent(createReference('Order')) };
  const read = { ...describeReadContent(settings), ...describeReadFields(settings) };
  const written = settings.showsWritten ? { 200: shown } : { 204: { description: 'Written.' } };
  const replaced = settings.areWritesDelayed ? acceptedResponses : written;
  const removed = settings.areWritesDelayed ? acceptedResponses : { 204: { description: 'Removed.' } };
  const gone = listGoneStatuses(settings);
  const failed: ProblemStatuses = settings.hasEtags ? [412] : [];
  const unconditional: ProblemStatuses = settings.isIfMatchRequired ? [428] : [];
  const unread = settings.hasEtags ? { 304: { description: 'Not modified.' } } : {};
  const made = settings.doesPutCreate ? createCreationResponse(settings) : {};
  const afterDelete: ProblemStatuses = settings.secondDelete === 410 ? [404, 410] : [404];
  const kept: ProblemStatuses = settings.doPartsKeepOrders ? [409] : [];
  const locked: ProblemStatuses = settings.locksPaidOrders || settings.hasStages ? [409] : [];
  const refused = [...new Set([...listBodyProblems(settings), ...listConflicts(settings), ...locked])];
  const writing = createProblemResponses(...gone, ...failed, ...unconditional, 413, 415, ...refused);
  return {
    '/orders/{order_id}': {
      parameters: [{ name: 'order_id', in: 'path', required: true, schema: id }],
      get: {
        operationId: 'getOrder',
        responses: { 200: read, ...unread, ...createProblemResponses(...gone, ...failed) },
      },
      head: {
        operationId: 'headOrder',
        responses: {
          200: { description: 'As GET, without content.' },
          ...unread,
          ...createProblemResponses(...gone, ...failed),
        },
      },
      put: {
        operationId: 'replaceOrder',
        requestBody: { required: true, ...createContent(createReference('OrderInput')) },
        responses: { ...replaced, ...made, ...writing },
      },
      patch: {
        operationId: 'changeOrder',
        requestBody: { required: true, ...createContent(createReference('OrderPatch'), patchTypes) },
        responses: { ...written, ...writing },
      },
      delete: {
        operationId: 'removeOrder',
        ...(settings.tombstones !== 'none' && { parameters: [purgeParameter] }),
        responses: { ...removed, ...createProblemResponses(...afterDelete, ...failed, ...unconditional, ...kept) },
      },
    },
  };
}

function createCreationResponse(settings: Settings): JsonObject {
  if (settings.areCreationsDelayed) return acceptedResponses;
  return {
    201: createCreatedResponse('The order was made.', settings.showsCreated ? createReference('Order') : undefined),
  };
}

function describeReadContent({ tombstones }: Settings): JsonObject {
  if (tombstones !== 'shown') return { description: 'The order.', ...createContent(createReference('Order')) };
  const both = { oneOf: [createReference('Order'), createReference('Tombstone')] };
  return { description: 'The order, or that it was removed.', ...createContent(both) };
}

/** Header fields of the response to GET of an order. */
function describeReadFields({ hasEtags, maxAge, links }: Settings): JsonObject {
  const field = (description: string) => ({ description, schema: { type: 'string' } });
  const headers = {
    ...(hasEtags && { ETag: field('The validator of this state.') }),
    ...(maxAge !== undefined && { 'Cache-Control': field('How long it may be kept.') }),
    ...(links === 'header' && { Link: field('What the order offers in its state.') }),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

/** OpenAPI 3.0 has no null type: it has `nullable`, and an enum must contain null. */
function convertNullable(value: Json): Json {
  if (Array.isArray(value)) return value.map(convertNullable);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, convertNullable(member ?? null)] as const);
  const copy: JsonObject = Object.fromEntries(entries);
  const types = Array.isArray(value.type) ? (value.type as readonly string[]) : undefined;
  return types?.includes('null') ? { ...copy, type: types.find((type) => type !== 'null'), nullable: true } : copy;
}
