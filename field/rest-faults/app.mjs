import express from 'express';
import { findFlaw, isOffset } from './checks.mjs';
import { document } from './document.mjs';

/** A sensor: its state, its last reading, its settings and the offset that is added to readings. */
export function createApp() {
  const app = express();
  app.use(express.json({ strict: false }));
  app.get('/openapi.json', (_request, response) => response.json(document));
  app.get('/diagnosis', (_request, response) => response.json({ state: 'fine' }));
  addReading(app);
  addSettings(app);
  addOffset(app);
  app.use((_request, response) => response.status(404).json({ error: 'There is no such path.' }));
  app.use((error, _request, response, _next) => {
    response.status(error.status ?? 500).json({ error: error.status ? error.message : 'The request failed.' });
  });
  return app;
}

function addReading(app) {
  let reading = { level: 42, kind: 'SURFACE', isValid: true };
  app
    .route('/reading')
    .get((_request, response) => {
      if (!reading) return response.status(404).json({ error: 'There is no reading.' });
      return response.status(200).json(reading);
    })
    .post((request, response) => {
      const content = request.body;
      const flaw = findFlaw(content);
      if (flaw) return response.status(422).json({ error: flaw });
      reading = { ...content };
      return response.status(201).location('/reading').json(reading);
    })
    .delete((_request, response) => {
      if (!reading) return response.status(404).json({ error: 'There is no reading.' });
      reading = undefined;
      return response.status(204).end();
    })
    .all(refuseMethod('GET, HEAD, POST, DELETE'));
}

function addSettings(app) {
  let settings = { isValid: true };
  app
    .route('/settings')
    .get((_request, response) => response.json(settings))
    .put((request, response) => {
      const content = request.body;
      const flaw = findFlaw(content);
      if (flaw) return response.status(422).json({ error: flaw });
      settings = { ...content };
      return response.status(204).end();
    })
    .all(refuseMethod('GET, HEAD, PUT'));
}

function addOffset(app) {
  let offset = 0;
  app
    .route('/offset')
    .get((_request, response) => response.json(offset))
    .put((request, response) => {
      if (!isOffset(request.body)) return response.status(422).json({ error: 'must be a whole number' });
      offset = request.body;
      return response.status(204).end();
    })
    .all(refuseMethod('GET, HEAD, PUT'));
}

const refuseMethod = (allow) => (_request, response) =>
  response
    .status(405)
    .set('Allow', allow)
    .json({ error: `Use ${allow}.` });
