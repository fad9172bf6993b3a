const SEGMENT = '[^/]+'

/** The files of the site whose answer is no work for this process's one core: it is read, or waited for. */
const FILES = [
  // Those that never change.
  '/(?:acts|document|people)\\.js',
  '/icon\\.svg',
  '/manifest\\.webmanifest',
  // Those that a thread of its own draws (server/pages/pictures.ts).
  '/picture\\.png',
  `/(?:challenges|missions|receipts)/${SEGMENT}/picture\\.png`,
  // Those that are read from the store of evidence.
  `/missions/${SEGMENT}/files/${SEGMENT}`,
]

const FILE = new RegExp(`^(?:${FILES.join('|')})$`)

/**
 * Whether what answers a path is rendered, so that it must wait for its turn. A file that itself waits for something else
 * would only keep the pages waiting.
 */
export const needsRendering = (path: string): boolean => !FILE.test(path)
