import { randomUUID } from 'node:crypto';

const regions = [
  { id: 'north', name: 'North' },
  { id: 'south', name: 'South' },
];
const stations = [
  { id: 'n1', region: 'north', name: 'Harbour' },
  { id: 's1', region: 'south', name: 'Hill' },
];
const readings = new Map([['r1', { id: 'r1', station: 'n1', celsius: 12, note: 'calm' }]]);

const missing = (h) => h.response({ statusCode: 404, error: 'Not Found', message: 'There is nothing here.' }).code(404);
const findStation = ({ params }) => stations.find((one) => one.id === params.station && one.region === params.region);
const show = ({ station: _, ...reading }) => reading;
const place = ({ region, id }) => `/regions/${region}/stations/${id}`;

/** Readings of stations in regions, without a document: regions and stations only exist, and the settings are one object. */
export function addRoutes(server) {
  const route = (method, path, handler) => server.route({ method, path, handler });
  route('GET', '/', () => ({ regions: '/regions', settings: '/settings' }));
  route('GET', '/settings', () => ({ unit: 'celsius', interval: 60 }));
  route('GET', '/regions', () =>
    regions.map((one) => ({ ...one, links: { stations: `/regions/${one.id}/stations` } })),
  );
  route('GET', '/regions/{region}', ({ params }, h) => {
    const found = regions.find(({ id }) => id === params.region);
    return found ? { ...found, links: { stations: `/regions/${found.id}/stations` } } : missing(h);
  });
  route('GET', '/regions/{region}/stations', ({ params }, h) =>
    regions.some(({ id }) => id === params.region)
      ? stations
          .filter(({ region }) => region === params.region)
          .map((one) => ({ id: one.id, name: one.name, links: { readings: `${place(one)}/readings` } }))
      : missing(h),
  );
  route('GET', '/regions/{region}/stations/{station}', (request, h) => {
    const found = findStation(request);
    return found ? { id: found.id, name: found.name, links: { readings: `${place(found)}/readings` } } : missing(h);
  });
  addReadings(route);
}

/** Readings can be created and removed. */
function addReadings(route) {
  const list = '/regions/{region}/stations/{station}/readings';
  route('GET', list, (request, h) => {
    const station = findStation(request);
    return station ? [...readings.values()].filter((one) => one.station === station.id).map(show) : missing(h);
  });
  route('POST', list, (request, h) => {
    const station = findStation(request);
    if (!station) return missing(h);
    const flaw = findFlaw(request.payload);
    if (flaw) return h.response({ statusCode: 422, error: 'Unprocessable Entity', message: flaw }).code(422);
    const { celsius, note = null } = request.payload;
    const reading = { id: randomUUID(), station: station.id, celsius, note };
    readings.set(reading.id, reading);
    return h.response(show(reading)).created(`${place(station)}/readings/${reading.id}`);
  });
  const find = (request) => {
    const [station, reading] = [findStation(request), readings.get(request.params.reading)];
    return station && reading?.station === station.id ? reading : undefined;
  };
  route('GET', `${list}/{reading}`, (request, h) => {
    const found = find(request);
    return found ? show(found) : missing(h);
  });
  route('DELETE', `${list}/{reading}`, (request, h) => {
    const found = find(request);
    if (!found) return missing(h);
    readings.delete(found.id);
    return h.response().code(204);
  });
}

function findFlaw(payload) {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return 'The content must be an object.';
  const { celsius, note = null, ...others } = payload;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `"${unknown}" is not allowed`;
  if (celsius === undefined) return '"celsius" is required';
  if (!Number.isInteger(celsius) || Math.abs(celsius) > 80) return '"celsius" must be an integer between -80 and 80';
  return note === null || (typeof note === 'string' && [...note].length <= 100)
    ? undefined
    : '"note" must be a string of at most 100 characters';
}
