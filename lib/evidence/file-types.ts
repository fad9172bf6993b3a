// Browsers import this file, so it must not import Node modules.

/** The media types of evidence files, with the extension of a download's name and the displayed word. */
export const FILE_TYPES = {
  'image/png': { ending: 'png', word: 'PNG image' },
  'image/jpeg': { ending: 'jpg', word: 'JPEG image' },
  'image/webp': { ending: 'webp', word: 'WEBP image' },
  'application/pdf': { ending: 'pdf', word: 'PDF document' },
  'text/plain': { ending: 'txt', word: 'Plain text' },
} as const

export type FileType = keyof typeof FILE_TYPES

export const isFileType = (text: string): text is FileType => Object.hasOwn(FILE_TYPES, text)

/** The displayed word for a type. A type that this version does not know is shown unchanged. */
export const fileTypeWord = (type: string) => (isFileType(type) ? FILE_TYPES[type].word : type)
