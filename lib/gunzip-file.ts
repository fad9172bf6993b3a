import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** The content of a gzipped file. Whoever reads it is told when the file is missing, cannot be read or is damaged. */
export const gunzipFile = (file: string): Readable => pipeline(createReadStream(file), createGunzip(), () => undefined)
