import { z } from 'zod'
import { unavailable } from '@/lib/errors'
import { FILE_TYPES, type FileType, isFileType } from '@/lib/evidence/file-types'
import { logBounded } from '@/lib/telemetry/bounded-log'

/** The key of an object: the id and type of its file. */
export const ObjectKey = z.object({
  id: z.string(),
  contentType: z.custom<FileType>((type) => typeof type === 'string' && isFileType(type)),
})
export type ObjectKey = Readonly<z.infer<typeof ObjectKey>>

/** The name of an object and of its download. It contains no client input. */
export const objectName = ({ id, contentType }: ObjectKey) => `evidence-${id}.${FILE_TYPES[contentType].ending}`

export const isObjectName = (name: string) => name.startsWith('evidence-')

/** The refusal of a store that failed. */
export const storeAway = () =>
  unavailable('The storage for evidence files cannot be reached at the moment. Try again shortly.')

/**
 * The same, and the log tells the operator why. The client only learns that the store is unavailable.
 * @param store e.g. `The blob store`. @param fault why, in words without a path.
 */
export function storeFailed(store: string, fault: string) {
  logBounded('error', { fault }, `${store} failed`)
  return storeAway()
}

export interface ObjectLink {
  readonly downloadUrl: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/**
 * Stores the bytes of evidence files. Every fault of a store becomes a Refusal `unavailable` within a bounded time; a fault
 * of `chunks` passes unchanged.
 */
export interface ObjectStore {
  /**
   * Opens the store before something is written.
   * @param isNew whether no file is kept yet, so that it may be made: a store that is away looks like a new one.
   * @throws Refusal `unavailable` if it is away.
   */
  open(isNew: boolean): Promise<void>
  /** Takes over the objects that an earlier version wrote. The service calls it, and no command. */
  prepare(): Promise<void>
  /** Writes a complete object durably. After a fault a part may remain, which `remove` deletes. */
  write(key: ObjectKey, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes of an object. @throws Refusal `unavailable`, also if there is no such object. */
  read(key: ObjectKey): Promise<AsyncIterable<Uint8Array>>
  /** Removes an object. One that does not exist is no error; a store that is away is. */
  remove(key: ObjectKey): Promise<void>
  /** Those objects that the store does not hold. */
  listMissing(keys: readonly ObjectKey[]): Promise<readonly ObjectKey[]>
  /** A link to each object, valid for 10 minutes from now. */
  links(keys: readonly ObjectKey[]): Promise<readonly ObjectLink[]>
}
