/** The code of an error of the system, the database or a library, e.g. `EADDRINUSE`, `23505` or `P3005`; an empty string if it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
