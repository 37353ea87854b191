import { errorShapes } from '../http/error-shapes.js';
import type { Json, JsonObject } from '../http/json.js';
import { patchTypes } from '../http/read-content.js';
import type { Schema } from '../http/validate.js';
import { archivePaths } from '../orders/archive.js';
import { hasOperations, operationSchema } from '../orders/deferred-operations.js';
import { stampMembers } from '../orders/represent.js';
import { tombstoneSchema } from '../orders/tombstones.js';
import type { PageStyle, Schemas } from '../request-context.js';
import type { Settings } from '../settings.js';
import { actionPaths, recordSchemas } from './describe-actions.js';
import { acceptance, operationPaths, purging } from './describe-deferred-tasks.js';
import { errorsIn } from './describe-errors.js';
import { keyParameters } from './describe-keys.js';
import { guarded, security } from './describe-security.js';
import { bodyProblems, conflictsOf, goneIn, keyProblems } from './describe-statuses.js';
import { content, created, type Problems, problems, reference } from './document-parts.js';
import { nullable } from './nullable.js';

/** The OpenAPI document of the service with the given settings. */
export function openapi(settings: Settings, id: Schema, pages: PageStyle, schemas: Schemas): Json {
  const { schemes, ...asked } = security(settings);
  const ownCreation = schemas.creation !== schemas.input;
  const paths = {
    ...fixedPaths(),
    ...ordersPath(settings, pages, reference(ownCreation ? 'OrderCreation' : 'OrderInput')),
    ...orderPath(settings, id),
    ...actionPaths(settings, id),
    ...(settings.hasArchive && archivePaths(pages, id)),
    ...operationPaths(settings),
  };
  const document = {
    openapi: settings.openapi,
    info: { title: 'Orders', version: '1.0.0', description: 'A small sound service to prove the kit on.' },
    ...asked,
    paths: guarded(settings, paths),
    components: {
      schemas: {
        Order: schemas.output,
        OrderInput: schemas.input,
        ...(ownCreation && { OrderCreation: schemas.creation }),
        OrderPatch: schemas.patch,
        OrderPage: pages.schema(reference('Order'), stampMembers(settings)),
        ...recordSchemas,
        ...(hasOperations(settings) && { Operation: operationSchema }),
        ...(settings.tombstones === 'shown' && { Tombstone: tombstoneSchema(id) }),
        Problem: errorShapes[settings.errorShape].schema,
      },
      ...schemes,
    },
  };
  const told = errorsIn(settings, document);
  return settings.openapi === '3.0.3' ? nullable(told) : told;
}

const anyObject: Schema = { type: 'object' };

function fixedPaths(): JsonObject {
  const get = (operationId: string, description: string) => ({
    get: { operationId, responses: { 200: { description, ...content(anyObject) } } },
  });
  return { '/': get('getDirectory', 'Where things are.'), '/openapi.json': get('getDocument', 'This document.') };
}

function ordersPath(settings: Settings, pages: PageStyle, creation: JsonObject): JsonObject {
  const page = { description: 'A page of orders, oldest first.', ...content(reference('OrderPage')) };
  const post = {
    operationId: 'createOrder',
    ...keyParameters(settings, settings.areKeysRequired),
    requestBody: { required: true, ...content(creation) },
    responses: {
      ...creationResponse(settings),
      ...problems(400, 413, 415, ...bodyProblems(settings), ...keyProblems(settings), ...conflictsOf(settings)),
    },
  };
  const get = {
    operationId: 'listOrders',
    parameters: [...pages.parameters],
    responses: { 200: page, ...problems(...pages.problems) },
  };
  return { '/orders': { get, post } };
}

function orderPath(settings: Settings, id: Schema): JsonObject {
  const shown = { description: 'The order.', ...content(reference('Order')) };
  const read = { ...readContent(settings), ...readFields(settings) };
  const written = settings.showsWritten ? { 200: shown } : { 204: { description: 'Written.' } };
  const replaced = settings.areWritesDelayed ? acceptance : written;
  const removed = settings.areWritesDelayed ? acceptance : { 204: { description: 'Removed.' } };
  const gone = goneIn(settings);
  const failed: Problems = settings.hasEtags ? [412] : [];
  const unread = settings.hasEtags ? { 304: { description: 'Not modified.' } } : {};
  const made = settings.doesPutCreate ? creationResponse(settings) : {};
  const afterDelete: Problems = settings.secondDelete === 410 ? [404, 410] : [404];
  const refused = [...bodyProblems(settings), ...conflictsOf(settings)];
  const writing = problems(...gone, ...failed, 413, 415, ...refused);
  return {
    '/orders/{order_id}': {
      parameters: [{ name: 'order_id', in: 'path', required: true, schema: id }],
      get: { operationId: 'getOrder', responses: { 200: read, ...unread, ...problems(...gone, ...failed) } },
      head: {
        operationId: 'headOrder',
        responses: { 200: { description: 'As GET, without content.' }, ...unread, ...problems(...gone, ...failed) },
      },
      put: {
        operationId: 'replaceOrder',
        requestBody: { required: true, ...content(reference('OrderInput')) },
        responses: { ...replaced, ...made, ...writing },
      },
      patch: {
        operationId: 'changeOrder',
        requestBody: { required: true, ...content(reference('OrderPatch'), patchTypes) },
        responses: { ...written, ...writing },
      },
      delete: {
        operationId: 'removeOrder',
        ...(settings.tombstones !== 'none' && { parameters: [purging] }),
        responses: { ...removed, ...problems(...afterDelete, ...failed) },
      },
    },
  };
}

function creationResponse(settings: Settings): JsonObject {
  if (settings.areCreationsDelayed) return acceptance;
  return { 201: created('The order was made.', settings.showsCreated ? reference('Order') : undefined) };
}

/** What GET shows; of a removed order it may be what stays of it. */
function readContent({ tombstones }: Settings): JsonObject {
  if (tombstones !== 'shown') return { description: 'The order.', ...content(reference('Order')) };
  const both = { oneOf: [reference('Order'), reference('Tombstone')] };
  return { description: 'The order, or that it was removed.', ...content(both) };
}

/** Header fields of an order that is read. */
function readFields({ hasEtags, maxAge, links }: Settings): JsonObject {
  const field = (description: string) => ({ description, schema: { type: 'string' } });
  const headers = {
    ...(hasEtags && { ETag: field('The validator of this state.') }),
    ...(maxAge !== undefined && { 'Cache-Control': field('How long it may be kept.') }),
    ...(links === 'header' && { Link: field('What the order offers in its state.') }),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}
