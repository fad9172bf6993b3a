/** The cookie that carries a session (interface §5). */
export const SESSION_COOKIE = 'svc_session'
