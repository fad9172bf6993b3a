import { createHash } from 'node:crypto'

/** The source (`'sha256-…'`, CSP Level 3 §2.3.1) that allows exactly this inline script or style. */
export const hashSource = (text: string | Buffer): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
