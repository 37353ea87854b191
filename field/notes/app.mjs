import { randomUUID } from 'node:crypto';
import express from 'express';
import { document } from './document.mjs';

/**
 * Notes, with two bugs that reach other notes: POST stores a note before it is validated, and DELETE of a note that is gone
 * removes the newest one. `isCorrect` leaves the bugs out.
 */
export function createApp({ isCorrect = false } = {}) {
  const notes = new Map();
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(jsonOnly);
  app.use(express.json());
  app.get('/openapi.json', (_request, response) => response.json(document));
  serveList(app, notes, isCorrect);
  serveNotes(app, notes, isCorrect);
  app.use((_request, response) => refuse(response, 404, 'There is nothing here.'));
  app.use((error, _request, response, next) =>
    response.headersSent ? next(error) : refuse(response, error.status ?? 500, 'The content cannot be read.'),
  );
  return { app, notes };
}

function serveList(app, notes, isCorrect) {
  app
    .route('/notes')
    .get(({ query }, response) => {
      const limit = Math.min(count(query.limit, 20), 50);
      const offset = count(query.offset, 0);
      response.json([...notes.values()].slice(offset, offset + limit));
    })
    .post(({ body }, response) => {
      const note = { id: randomUUID(), ...pick(body) };
      const flaw = findFlaw(body);
      // The first bug: it is stored, and validated afterwards.
      if (flaw === undefined || !isCorrect) notes.set(note.id, note);
      if (flaw !== undefined) return refuse(response, 422, flaw);
      response.status(201).location(`/notes/${note.id}`).json(note);
    })
    .all(refuseMethod('GET, HEAD, POST'));
}

function serveNotes(app, notes, isCorrect) {
  app
    .route('/notes/:id')
    .get(({ params }, response) => {
      const note = notes.get(params.id);
      return note ? response.json(note) : refuse(response, 404, 'There is no such note.');
    })
    .put(({ params, body }, response) => {
      if (!notes.has(params.id)) return refuse(response, 404, 'There is no such note.');
      const flaw = findFlaw(body);
      if (flaw !== undefined) return refuse(response, 422, flaw);
      const note = { id: params.id, ...pick(body) };
      notes.set(params.id, note);
      response.json(note);
    })
    .delete(({ params }, response) => {
      if (notes.delete(params.id)) return response.status(204).end();
      // The second bug: the last key is that of another note.
      const newest = [...notes.keys()].at(-1);
      if (newest !== undefined && !isCorrect) notes.delete(newest);
      return refuse(response, 404, 'There is no such note.');
    })
    .all(refuseMethod('GET, HEAD, PUT, DELETE'));
}

const count = (text, usual) => (/^\d{1,6}$/.test(text ?? '') ? Number(text) : usual);

const pick = (body) => ({ title: body?.title, priority: body?.priority, text: body?.text });

const refuseMethod = (allowed) => (_request, response) =>
  refuse(response.set('Allow', allowed), 405, 'The method is not supported.');

/** What the parser leaves alone is in a format that it does not know. */
function jsonOnly(request, response, next) {
  const hasContent =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  if (hasContent && !request.is('json')) return refuse(response, 415, 'Send application/json.');
  next();
}

function refuse(response, status, detail) {
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ status, title: detail }));
}

function findFlaw(body) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'The note must be an object.';
  const { title, priority, text, ...others } = body;
  if (typeof title !== 'string' || title.length < 1 || [...title].length > 80) return 'The title is invalid.';
  if (!Number.isInteger(priority) || priority < 1 || priority > 5) return 'The priority is invalid.';
  if (text !== undefined && (typeof text !== 'string' || [...text].length > 500)) return 'The text is invalid.';
  return Object.keys(others).length > 0 ? 'The note has unknown members.' : undefined;
}
