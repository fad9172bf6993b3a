/** The cookie that carries a session (docs/interface.md#authentication). */
export const SESSION_COOKIE = 'svc_session'
