// The panel is not what is audited: it is neither built nor served.
module.exports = {
  serveAdminPanel: false,
  auth: { secret: 'kept nowhere secret' },
  apiToken: { salt: 'kept nowhere secret' },
  transfer: { token: { salt: 'kept nowhere secret' } },
  flags: { nps: false, promoteEE: false },
};
