// Browsers import this file, so it takes nothing from Node.

/** The types of evidence files, with the ending of the name that a download gets and the word for people. */
export const FILE_TYPES = {
  'image/png': { ending: 'png', word: 'PNG image' },
  'image/jpeg': { ending: 'jpg', word: 'JPEG image' },
  'image/webp': { ending: 'webp', word: 'WEBP image' },
  'application/pdf': { ending: 'pdf', word: 'PDF document' },
  'text/plain': { ending: 'txt', word: 'Plain text' },
} as const

export type FileType = keyof typeof FILE_TYPES

export const isFileType = (text: string): text is FileType => Object.hasOwn(FILE_TYPES, text)

/** The words for a type; one that this version does not know is shown as it is written. */
export const fileTypeWord = (type: string) => (isFileType(type) ? FILE_TYPES[type].word : type)
