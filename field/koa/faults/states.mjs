import { act, addOrder, as, write } from './support.mjs';

const of = (fault) => ({ class: 'states', ...fault });

export default [
  of({
    name: 'a-second-approval-fails',
    visibility: 'blatant',
    story: 'Approving an approved order is answered with 500, because only the database notices.',
    source: 'class: illegal transitions that no code checks',
    edits: [{ file: 'order.mjs', find: "from: ['draft'], to", replace: "from: ['draft', 'approved'], to" }],
    show: async (call) => {
      const api = as(call);
      const order = await addOrder(api);
      await act(api, order, 'approval');
      return (await act(api, order, 'approval')).status;
    },
  }),
  of({
    name: 'a-refused-start-is-answered-with-200',
    visibility: 'blatant',
    story: 'Starting an order that is not approved is answered with 200 and an error in the body.',
    source: 'class: a success status with a failure in its body',
    edits: [
      {
        file: 'routes/records.mjs',
        find: '    if (!from.includes(order.status)) throw',
        replace: `    if (kind === 'start' && !from.includes(order.status)) {
      ctx.body = { success: false, error: \`The order is \${order.status}.\` };
      return;
    }
    if (!from.includes(order.status)) throw`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      return (await act(api, await addOrder(api), 'start')).status;
    },
  }),
  of({
    name: 'a-finished-order-can-be-cancelled',
    visibility: 'deliberate',
    story: 'Work that is done and paid can be cancelled afterwards.',
    source: 'shopware/shopware issue 3730 (every order can be cancelled)',
    edits: [
      {
        file: 'order.mjs',
        find: "from: ['draft', 'approved', 'started'], to",
        replace: "from: ['draft', 'approved', 'started', 'finished'], to",
      },
    ],
    show: async (call) => {
      const api = as(call);
      return (await act(api, await addOrder(api), 'approval', 'start', 'completion', 'cancellation')).status;
    },
  }),
  of({
    name: 'a-patch-changes-a-finished-order',
    visibility: 'deliberate',
    story: 'PUT refuses to change a finished order, PATCH changes it.',
    source: 'shopperlabs/shopper pull request 583 (changes that go around the state machine)',
    edits: [
      {
        file: 'routes/orders.mjs',
        find: 'const values = parsePatch(schema, order, ctx.request.body);\n  checkEditable(order);',
        replace: 'const values = parsePatch(schema, order, ctx.request.body);',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const order = await addOrder(api);
      await act(api, order, 'approval', 'start', 'completion');
      return (await write(api, 'PATCH', order.path, { title: 'Changed' })).status;
    },
  }),
  of({
    name: 'a-started-order-hides-its-cancellation',
    visibility: 'subtle',
    story: 'A started order may be cancelled, but its links do not say so, so the button is missing.',
    source: 'class: links that are wrong in one state alone',
    edits: [
      {
        file: 'order.mjs',
        find: 'const possible = Object.entries(transitions).filter(([, { from }]) => from.includes(order.status));',
        replace: `const possible = Object.entries(transitions).filter(
    ([name, { from }]) => from.includes(order.status) && !(name === 'cancellation' && order.status === 'started'),
  );`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const order = await addOrder(api);
      await act(api, order, 'approval', 'start');
      return Object.keys((await api('GET', order.path)).body.links);
    },
  }),
];
