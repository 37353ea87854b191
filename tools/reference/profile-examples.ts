/** A profile with every key in it, which shows what each looks like; no service has all of this to say. */
const exampleProfile = `
$schema: node_modules/assay/src/profile/profile.schema.json
extends: [./base.yaml, '@acme/assay-profile']
name: orders
version: 1.4.2
contact: orders-team@example.com
baseUrl: https://staging.example.com/api
openapi: https://staging.example.com/openapi.json
permit: deletes
headers:
  X-Tenant: \${TENANT}
redact:
  fields: [X-Customer]
  pointers: [/ssn, /card/*/number]
  patterns: ['sk_live_[A-Za-z0-9]+']
auth:
  scheme: bearer
  credentials:
    full: \${STAGING_TOKEN}
    limited: { username: guest, password: '\${GUEST_PASSWORD}' }
  hideExistence: true
  public: [/health]
tls:
  ca: [company-ca.pem]
  cert: me.pem
  key: me.key.pem
http2: true
proxy: http://proxy.example:3128
resources:
  - name: orders
    collection: /orders
    item: /orders/{id}
    create: { unique: [/reference] }
    volatile: [/priceQuote]
    accessStatistics: [/views]
idempotency:
  name: Idempotency-Key
  required: true
  mismatch: [422]
pagination:
  style: cursor
  params: { size: limit, cursor: after }
  items: /data
  next: /next
errors:
  shape: problem+json
  semantic: [422]
  conflict: [409]
volatile: [/servedBy, /renderedAt]
cache:
  /orders/{id}: { maxAge: 30 }
consistency:
  readAfterWriteMs: 500
  listMs: 2000
rateLimit:
  probe: true
  limit: 100
  windowMs: 60000
  maxRequests: 150
versions:
  old: /v1
  new: /v2
links:
  pointer: /links
  states:
    paid: { has: [refund], lacks: [payment] }
dialect:
  deleteMissing: no-content
  deletedItem: gone
  created: [200, 201]
limits:
  maxRequests: 5000
  maxSeconds: 300
  rate: 20/s
safety:
  allowWrites: [staging.example.com]
operations:
  include: [/orders/**, /orders]
  exclude: ['DELETE /orders/*']
  only: declared
exec:
  command: npm start
  reuse: true
  timeout: 30
rules:
  only: ['safety/*', 'idempotency/*']
  folders: [house-rules]
  incomplete:
    - collection: invoices
      reason: only the billing job creates them
      until: 2027-03-31
waivers:
  - rule: idempotency/put-replaces-the-whole-item
    subject: orders
    reason: legacy clients send partial orders
    owner: order team
    until: 2027-03-31
`;

/** What each key of a profile looks like, by its name. */
export const profileExamples: Readonly<Record<string, string>> = Object.fromEntries(
  exampleProfile
    .trim()
    .split(/\n(?=\S)/)
    .map((text) => [text.slice(0, text.indexOf(':')), text]),
);
