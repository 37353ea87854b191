const source = (number) => `rest-faults #${number} (TOSEM 2023)`;
const readAfterPost = async (call, body) => (await call('POST', '/reading', { body })).status;

/** The ten faults, in the order of the publication. */
export default [
  {
    name: 'diagnosis-throws',
    class: 'http',
    visibility: 'blatant',
    story: 'A handler throws, so GET is answered 500.',
    source: source(1),
    edits: [
      {
        file: 'app.mjs',
        find: "response.json({ state: 'fine' })",
        replace: "{\n    throw new Error('The sensor is unplugged.');\n  }",
      },
    ],
    show: async (call) => (await call('GET', '/diagnosis')).status,
  },
  {
    name: 'required-member-is-null',
    class: 'values',
    visibility: 'blatant',
    story: 'The reading lacks the value of a member that the document requires.',
    source: source(2),
    edits: [
      {
        file: 'app.mjs',
        find: 'return response.status(200).json(reading);',
        replace: 'return response.status(200).json({ ...reading, isValid: null });',
      },
    ],
    show: async (call) => (await call('GET', '/reading')).body,
  },
  {
    name: 'undocumented-status',
    class: 'http',
    visibility: 'blatant',
    story: 'GET is answered with 201, which the document does not have.',
    source: source(3),
    edits: [
      {
        file: 'app.mjs',
        find: 'return response.status(200).json(reading);',
        replace: 'return response.status(201).json(reading);',
      },
    ],
    show: async (call) => (await call('GET', '/reading')).status,
  },
  {
    name: 'required-member-not-checked',
    class: 'values',
    visibility: 'blatant',
    story: 'A reading without its required member is accepted.',
    source: source(4),
    edits: [
      { file: 'checks.mjs', find: "if (isValid === undefined) return 'isValid is required';", replace: '' },
      {
        file: 'checks.mjs',
        find: "typeof isValid !== 'boolean'",
        replace: "!['boolean', 'undefined'].includes(typeof isValid)",
      },
    ],
    show: (call) => readAfterPost(call, { level: 1 }),
  },
  {
    name: 'enumeration-not-checked',
    class: 'values',
    visibility: 'blatant',
    story: 'A reading of a kind that the document does not name is accepted.',
    source: source(5),
    edits: [{ file: 'checks.mjs', find: "!['SURFACE', 'DEEP'].includes(kind)", replace: "typeof kind !== 'string'" }],
    show: (call) => readAfterPost(call, { isValid: true, kind: 'AIR' }),
  },
  {
    name: 'maximum-not-checked',
    class: 'values',
    visibility: 'blatant',
    story: 'A level above the maximum is accepted.',
    source: source(6),
    edits: [{ file: 'checks.mjs', find: "  if (level > 100) return 'level must be at most 100';\n", replace: '' }],
    show: (call) => readAfterPost(call, { isValid: true, level: 101 }),
  },
  {
    name: 'location-leads-nowhere',
    class: 'idempotency',
    visibility: 'deliberate',
    story: 'The Location of a new reading leads to 404.',
    source: source(7),
    edits: [{ file: 'app.mjs', find: "location('/reading')", replace: "location('/readings/latest')" }],
    show: async (call) => {
      const { headers } = await call('POST', '/reading', { body: { isValid: true } });
      return (await call('GET', headers.location)).status;
    },
  },
  {
    name: 'delete-does-nothing',
    class: 'http',
    visibility: 'deliberate',
    story: 'DELETE is answered 204, and the reading is still there.',
    source: source(8),
    edits: [{ file: 'app.mjs', find: '      reading = undefined;\n', replace: '' }],
    show: async (call) => {
      await call('DELETE', '/reading');
      return (await call('GET', '/reading')).status;
    },
  },
  {
    name: 'put-is-partial',
    class: 'values',
    visibility: 'deliberate',
    story: 'PUT keeps the members that the new content does not have.',
    source: source(9),
    edits: [
      { file: 'app.mjs', find: 'settings = { ...content };', replace: 'settings = { ...settings, ...content };' },
    ],
    show: async (call) => {
      await call('PUT', '/settings', { body: { isValid: true, level: 5 } });
      await call('PUT', '/settings', { body: { isValid: false } });
      return (await call('GET', '/settings')).body;
    },
  },
  {
    name: 'put-adds-up',
    class: 'idempotency',
    visibility: 'deliberate',
    story: 'PUT adds its value to the old one, so repeating it changes the resource again.',
    source: source(10),
    edits: [{ file: 'app.mjs', find: 'offset = request.body;', replace: 'offset += request.body;' }],
    show: async (call) => {
      for (const body of ['5', '5'])
        await call('PUT', '/offset', { headers: { 'content-type': 'application/json' }, body });
      return (await call('GET', '/offset')).body;
    },
  },
];
