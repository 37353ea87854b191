import { act, addOrder, as, write } from './support.mjs';

const of = (fault) => ({ class: 'below-an-item', ...fault });
const readRecord = `    const order = await findOrder(ctx, ctx.params.orderId);
    const sql = \`select`;

export default [
  of({
    name: 'the-note-of-an-action-is-lost',
    visibility: 'blatant',
    story: 'The record of an action never has the note that was sent with it.',
    source: 'class: members of a sub-resource that are not stored',
    edits: [
      {
        file: 'routes/records.mjs',
        find: '[order.id, kind, ctx.state.user.id, note]',
        replace: '[order.id, kind, ctx.state.user.id, note && null]',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const order = await addOrder(api);
      await act(api, order, 'approval');
      return (await api('GET', `${order.path}/approval`)).body.note;
    },
  }),
  of({
    name: 'orders-share-their-records',
    visibility: 'deliberate',
    story: 'The approval that an order shows is the newest approval of any order.',
    source: 'flask-restless issue 661 (a nested resource without the condition on its parent)',
    edits: [
      {
        file: 'routes/records.mjs',
        find: 'from records where order_id = $1 and kind = $2`',
        replace: 'from records where $1::uuid is not null and kind = $2 order by created_at desc limit 1`',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const [first, second] = [await addOrder(api), await addOrder(api)];
      await act(api, first, 'approval');
      return (await api('GET', `${second.path}/approval`)).status;
    },
  }),
  of({
    name: 'records-are-open-to-strangers',
    visibility: 'deliberate',
    story: 'Users of another workshop can read why an order was cancelled.',
    source: 'class: records of actions that are open to strangers',
    edits: [
      {
        file: 'routes/records.mjs',
        find: readRecord,
        replace: readRecord.replace('await findOrder(ctx, ctx.params.orderId)', '{ id: ctx.params.orderId }'),
      },
    ],
    show: async (call) => {
      const order = await addOrder(as(call));
      await act(as(call), order, 'cancellation');
      return (await as(call, 'bob')('GET', `${order.path}/cancellation`)).status;
    },
  }),
  of({
    name: 'records-outlive-their-order',
    visibility: 'deliberate',
    story: 'The cancellation of a deleted order can still be read, although the order is gone.',
    source: 'markmhendrickson/neotoma issue 2010 (deletion is not enforced on all ways of reading)',
    edits: [
      {
        file: 'routes/records.mjs',
        find: readRecord,
        replace: readRecord.replace(
          'await findOrder(ctx, ctx.params.orderId)',
          'await findOrder(ctx, ctx.params.orderId).catch((error) => { if (error.status === 410) return { id: ctx.params.orderId }; throw error; })',
        ),
      },
    ],
    show: async (call) => {
      const api = as(call);
      const order = await addOrder(api);
      await act(api, order, 'cancellation');
      await write(api, 'DELETE', order.path);
      return (await api('GET', `${order.path}/cancellation`)).status;
    },
  }),
  of({
    name: 'a-record-names-its-reader-as-author',
    visibility: 'subtle',
    story: 'Whoever reads the approval of an order is shown as the person who approved it.',
    source: 'class: a record of an action that changes with its reader',
    edits: [
      {
        file: 'routes/records.mjs',
        find: 'sendItem(ctx, rows[0]);',
        replace: 'sendItem(ctx, { ...rows[0], author: ctx.state.user.id });',
      },
    ],
    show: async (call) => {
      const order = await addOrder(as(call));
      await act(as(call), order, 'approval');
      return (await as(call, 'rita')('GET', `${order.path}/approval`)).body.author;
    },
  }),
];
