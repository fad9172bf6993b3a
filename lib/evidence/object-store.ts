import { z } from 'zod'
import { unavailable } from '@/lib/errors'
import { FILE_TYPES, type FileType, isFileType } from '@/lib/evidence/file-types'

/** What names an object: the id and type of its file. */
export const ObjectKey = z.object({
  id: z.string(),
  contentType: z.custom<FileType>((type) => typeof type === 'string' && isFileType(type)),
})
export type ObjectKey = Readonly<z.infer<typeof ObjectKey>>

/** The name of an object, and of the file that a download becomes. Nothing that a client sent stands in it. */
export const objectName = ({ id, contentType }: ObjectKey) => `evidence-${id}.${FILE_TYPES[contentType].ending}`

/** The refusal of a store that failed. */
export const storeAway = () =>
  unavailable('The storage for evidence files cannot be reached at the moment. Try again shortly.')

export interface ObjectLink {
  readonly downloadUrl: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/**
 * Where the bytes of evidence files lie. Every fault of a store is a Refusal `unavailable`, told after a bounded time; a
 * fault of `chunks` passes as it is.
 */
export interface ObjectStore {
  /** Writes an object whole and durably. After a fault a part may remain, which `remove` takes away. */
  write(key: ObjectKey, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes of an object. @throws Refusal `unavailable`, also where there is none. */
  read(key: ObjectKey): Promise<AsyncIterable<Uint8Array>>
  /** Removes objects; those that do not exist are removed already. */
  remove(keys: readonly ObjectKey[]): Promise<void>
  /** A link to each object, valid for 10 minutes from now. */
  links(keys: readonly ObjectKey[]): Promise<readonly ObjectLink[]>
}
