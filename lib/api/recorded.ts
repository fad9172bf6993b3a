const SIGN_IN = /^\/api\/(?:v1\/)?auth\//

/**
 * Whether an answer says that something was recorded, so that pages which show records are out of date: 201, which only
 * the first answer to a write has (docs/decisions.md#the-write-pipeline), and which sign-in shares without being a record.
 * @param path of the request, with or without its query.
 */
export const isRecorded = (path: string, status: number): boolean => status === 201 && !SIGN_IN.test(path)
