import { addCustomer, addLine, addOrder, addVehicle, as, write } from './support.mjs';

const of = (fault) => ({ class: 'values', ...fault });

export default [
  of({
    name: 'a-deleted-order-can-be-read',
    visibility: 'blatant',
    story: 'A deleted order is answered with 200 as if it were there.',
    source: 'openises/TicketsCAD issue 25 (the details of deleted incidents are returned)',
    edits: [
      {
        file: 'order.mjs',
        find: 'if (row.deletedAt !== null) throw',
        replace: "if (row.deletedAt !== null && ctx.method !== 'GET') throw",
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addOrder(api);
      await write(api, 'DELETE', path);
      return (await api('GET', path)).status;
    },
  }),
  of({
    name: 'null-in-a-patch-is-passed-over',
    visibility: 'deliberate',
    story: 'A merge patch with null leaves the old value, so a telephone number can never be removed.',
    source: 'api-platform/docs pull request 1289 (null values are skipped); RFC 7396 section 2',
    edits: [
      {
        file: 'values.mjs',
        find: 'if (value === null) delete result[name];',
        replace: 'if (value === null) continue;',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addCustomer(api, { phone: '040 12345' });
      return (await api('PATCH', path, { body: { phone: null } })).body.phone;
    },
  }),
  of({
    name: 'a-patch-shows-what-it-did-not-store',
    visibility: 'deliberate',
    story: 'PATCH answers with the new company, but GET shows the old one.',
    source: 'open-metadata/OpenMetadata issue 28876 (a change is echoed and not stored)',
    edits: [
      {
        file: 'routes/customers.mjs',
        find: 'company = $5, newsletter',
        replace: 'company = coalesce(company, $5), newsletter',
      },
      {
        file: 'routes/customers.mjs',
        find: 'sendItem(ctx, await update(ctx, customer, parsePatch(schema, customer, ctx.request.body)));',
        replace: `const values = parsePatch(schema, customer, ctx.request.body);
  sendItem(ctx, { ...(await update(ctx, customer, values)), company: values.company });`,
      },
    ],
    show: async (call) => {
      const api = as(call);
      const { path } = await addCustomer(api, { company: 'Old' });
      const patched = await api('PATCH', path, { body: { company: 'New' } });
      return [patched.body.company, (await api('GET', path)).body.company];
    },
  }),
  of({
    name: 'an-order-keeps-its-first-vehicle',
    visibility: 'deliberate',
    story: 'PUT with another vehicle is answered with 200 and changes everything but the vehicle.',
    source: 'class: references that never change',
    edits: [
      {
        file: 'routes/orders.mjs',
        find: 'set vehicle_id = $2,',
        replace: 'set vehicle_id = coalesce(vehicle_id, $2),',
      },
    ],
    show: async (call) => {
      const api = as(call);
      const order = await addOrder(api);
      const other = await addVehicle(api, await addCustomer(api));
      const { body } = await write(api, 'PUT', order.path, { vehicleId: other.id, title: 'Inspection' });
      return body.vehicleId === other.id;
    },
  }),
  of({
    name: 'long-descriptions-are-cut',
    visibility: 'subtle',
    story: 'The description of a line may have 200 characters, but only 100 are stored.',
    source: 'class: a limit of the database below that of the interface',
    edits: [
      {
        file: 'routes/lines.mjs',
        find: '[order.id, values.partId, values.description, values',
        replace: '[order.id, values.partId, values.description.slice(0, 100), values',
      },
    ],
    show: async (call) => {
      const api = as(call);
      return (await addLine(api, await addOrder(api), { description: 'x'.repeat(150) })).body.description.length;
    },
  }),
];
